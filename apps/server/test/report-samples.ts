/** Reports, plans and finished jobs for the samples of calls. */
import { contract } from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

export const reportOrder = {
  data_scale: 'store',
  data_precision: 'day',
  locale: 'en-US',
  condition: { from: '2026-11-01', to: '2026-11-15' },
} as const
export const reportPlan = {
  name: 'P',
  rhythm: 'day',
  data_scale: 'store',
  data_precision: 'day',
  locale: 'en-US',
} as const

/** A report to delete, a plan to edit, and one to stop. */
export async function makeReports(app: TestApp, owner: Merchant) {
  const job = await finishedJob(app, owner, 'report', { ...reportOrder, format: 'xlsx' })
  const plan = async () =>
    (await app.call(contract.reports.addReportPlan, reportPlan, { as: owner })).body.result.plan
  return { job, plan: await plan(), sparePlan: await plan() }
}

export async function finishedJob(
  app: TestApp,
  owner: Merchant,
  kind = 'regions',
  input: object = {},
): Promise<string> {
  const { job_id: id } = await inTenant(app.deps.db.main, owner.tenantId, (tx) =>
    tx
      .insertInto('job')
      .values({
        tenant_id: owner.tenantId,
        account_id: owner.accountId,
        kind,
        input: JSON.stringify(input),
        rights: JSON.stringify({ access: 'store.manage', scope: { all: true }, ownOnly: {} }),
        locale: 'en-US',
        state: 'done',
        file_name: 'sample.xlsx',
        blob_key: 'sample',
        created_at: app.clock.now,
        finished_at: app.clock.now,
      })
      .returning('job_id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
