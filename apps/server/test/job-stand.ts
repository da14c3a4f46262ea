import { jobCalls, regionCalls } from '@slotwise/contract'

import { type JobKinds, runJob } from '../src/modules/jobs/run-service.ts'
import { testApp } from './app.ts'
import { makeMerchant, makeStaff, type Merchant } from './factories.ts'
import { asOwner } from './owner.ts'

async function* lines() {
  yield [['one']]
  yield [['two']]
}

/** Writes a sheet of two lines, or calls `sheet` of the test, which throws. */
export const sheetOfTwo = (sheet?: () => never): JobKinds => ({
  exportRegions: {
    sheet: async () => {
      sheet?.()
      return { name: 'Sheet', columns: [{ header: 'A' }], total: 2, rows: lines() }
    },
  },
})

/** A merchant and a colleague, who both order jobs. */
export async function jobStand() {
  const app = await testApp()
  const owner = await makeMerchant(app)
  const colleague = await makeStaff(app, owner, { permissions: ['store.manage'] })

  const order = async (as: Merchant): Promise<string> =>
    (await app.call(regionCalls.exportRegions, { kind: 'area' }, { as })).body.result.job

  const run = (jobId: string, { lastAttempt = false, of = sheetOfTwo() } = {}) =>
    runJob(app.deps, of, { tenantId: owner.tenantId, jobId, lastAttempt })

  return {
    app,
    owner,
    colleague,
    order,
    run,
    stateOf: async (id: string) =>
      (await asOwner<{ state: string }>(app, 'select state from job where job_id = $1', [id]))[0]?.state,
    linkTo: (job: string, as: Merchant) => app.call(jobCalls.getFileLink, { job }, { as }),
    async finished(as: Merchant): Promise<string> {
      const job = await order(as)
      await run(job)
      return job
    },
  }
}
