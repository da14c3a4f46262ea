/**
 * Orders the reports of plans whose day has come.
 *
 * A plan moves to its next day in the transaction that orders its report, by a conditional UPDATE. So a report is ordered
 * once, although workers are killed and several of them run. After an outage only the report of the last whole day, week
 * or month is made: the plan moves on from today, not from the day that was missed.
 */
import { countryFacts, dayOf, mayAccess, nextPlanDay, periodBefore, reportCalls } from '@slotwise/contract'

import { type Ctx, type Deps, grantsIn, type TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryOf, findIdentity } from '../account/index.ts'
import { demandRoom, recordRefusal, startJob } from '../jobs/index.ts'
import { advancePlan, duePlans, type PlanRow } from './plan-queries.ts'
import { reportExport, type StoredOrder } from './report-service.ts'

const { access } = reportCalls.report

export async function orderDueReports(deps: Deps): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the reports of the next.
    await orderDueOf(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'due reports'),
    )
  }
}

async function orderDueOf(deps: Deps, tenantId: string): Promise<void> {
  const { today, plans } = await inTenant(deps.db.main, tenantId, async (tx) => {
    const { utcOffsetMinutes } = countryFacts[await countryOf({ tx, tenantId })]
    const day = dayOf(deps.now(), utcOffsetMinutes)
    return { today: day, plans: await duePlans({ tx, tenantId }, day) }
  })
  for (const plan of plans) {
    await inTenant(deps.db.main, tenantId, (tx) => orderReport(deps, { tx, tenantId }, plan, today)).catch(
      (error: unknown) => {
        // The plan is still due: the next run tries again, when some of the account's jobs are done.
        if (!(error instanceof AppError)) throw error
      },
    )
  }
}

/** Orders the report of a plan with the present rights of its account; nothing for one that has none. */
async function orderReport(
  deps: Deps,
  { tx, tenantId }: TenantRef,
  plan: PlanRow,
  today: string,
): Promise<void> {
  if (!(await advancePlan({ tx, tenantId }, plan, nextPlanDay(plan.rhythm, today)))) return
  const identity = await findIdentity(tx, tenantId, plan.account_id)
  if (!identity || !mayAccess(access, grantsIn({ ...identity, deps }))) return
  const { data_scale, data_precision, locale, format, ...places } = plan.content
  const ctx: Ctx = {
    ...identity,
    deps,
    tx,
    requestId: `plan-${plan.plan_id}`,
    address: '',
    userAgent: '',
    locale,
    now: deps.now(),
    audited: false,
  }
  const order: StoredOrder = {
    data_scale,
    data_precision,
    locale,
    format,
    condition: { ...periodBefore(plan.rhythm, today), ...places },
    plan_name: plan.name,
  }
  try {
    await demandRoom(ctx)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The owner finds the reason in the list of reports.
    return recordRefusal(ctx, reportExport.kind, order, access, error)
  }
  await startJob(ctx, reportExport.kind, order, access)
}
