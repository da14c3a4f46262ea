/** What other modules ask of this one: orders by kind, orders that could not begin, work without a file. */
import { jobCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { AppError } from '../../kernel/errors.ts'
import { listOrders, recordRefusal, runJob, startJob, type Task } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const colleague = await makeStaff(app, owner)
const neighbour = await makeMerchant(app)

const start = async (as: Merchant, kind: string, input: object): Promise<string> =>
  (await asUser(app, as, (ctx) => startJob(ctx, kind, input, 'signedIn'))).job
const orders = async (as: Merchant, kind: string, pageNum = 1, pageSize = 10) => {
  const { data, count } = await asUser(app, as, (ctx) => listOrders(ctx, kind, { pageNum, pageSize }))
  return { count, jobs: data.map(({ job }) => job.job), inputs: data.map(({ input }) => input) }
}

test('orders of a kind are those of the caller, with what was ordered, the newest first', async () => {
  const first = await start(owner, 'deals', { month: 1 })
  await start(owner, 'other', { month: 2 })
  for (const as of [colleague, neighbour]) await start(as, 'deals', { month: 3 })
  const second = await start(owner, 'deals', { month: 4 })
  expect(await orders(owner, 'deals')).toEqual({
    count: 2,
    jobs: [second, first],
    inputs: [{ month: 4 }, { month: 1 }],
  })
  expect(await orders(owner, 'deals', 2, 1)).toMatchObject({ count: 2, jobs: [first] })
  expect(await orders(owner, 'none')).toEqual({ count: 0, jobs: [], inputs: [] })
})

test('an order that could not begin has failed with its reason, and its owner hears of it', async () => {
  const hear = await listenAs(app, owner)
  const others = await listenAs(app, colleague)
  const reason = new AppError('jobsFull', { max: 5 })
  await asUser(app, owner, (ctx) => recordRefusal(ctx, 'refused', { month: 5 }, 'signedIn', reason))
  const { jobs, inputs } = await orders(owner, 'refused')
  expect([jobs.length, inputs]).toEqual([1, [{ month: 5 }]])
  const { result } = (await app.call(jobCalls.getJob, { job: jobs[0] ?? '' }, { as: owner })).body
  expect(result).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('5'),
    finished_at: app.clock.now.toISOString(),
  })
  expect(await hear()).toMatchObject([{ kind: 'job', data: { job: jobs[0], state: 'failed' } }])
  expect(await others()).toEqual([])
})

test('work without a file runs with the rights and the input of its order, and counts its changes', async () => {
  const seen: unknown[] = []
  const task: Task<{ month: number }> = {
    async run(ctx, input, progress) {
      seen.push([ctx.user.id, ctx.tenant.id, input])
      await progress(3, 7)
      return 7
    },
  }
  const job = await start(colleague, 'change', { month: 6 })
  const hear = await listenAs(app, colleague)
  await runJob(app.deps, { change: task }, { tenantId: owner.tenantId, jobId: job, lastAttempt: false })
  expect(seen).toEqual([[colleague.accountId, owner.tenantId, { month: 6 }]])
  expect(await hear()).toMatchObject([
    { data: { job, state: 'running', progress: 3, total: 7 } },
    { data: { job, state: 'done', progress: 7, total: 7, file_name: null } },
  ])
})
