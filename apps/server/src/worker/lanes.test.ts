import { goodsCalls, jobCalls, regionCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeArea, makeMerchant, type Merchant } from '../../test/factories.ts'
import { hold, holdTable } from '../../test/hold-table.ts'
import { asMachine, makeOnlineMachine } from '../../test/machines.ts'
import { asOwner } from '../../test/owner.ts'
import { giveCommand } from '../modules/commands/index.ts'
import { runJob } from '../modules/jobs/index.ts'
import { timetable } from './timetable.ts'
import { jobKinds } from './worker.ts'

const app = await testApp()

async function order(as: Merchant): Promise<string> {
  const { body } = await app.call(regionCalls.exportRegions, { kind: 'area' }, { as })
  expect(body.rcode, body.msg).toBe(0)
  return body.result.job
}
const stateOf = async (as: Merchant, job: string) =>
  (await app.call(jobCalls.getJob, { job }, { as })).body.result.state

/** Stops every export of areas at its first row. */
const holdExports = () => holdTable(app, 'area')

const taken = async (jobs: readonly string[]) =>
  (
    await asOwner(
      app,
      `select from graphile_worker._private_jobs where locked_by is not null and payload->>'job' = any($1)`,
      [jobs],
    )
  ).length

test('deadlines, sealing and sweeping do not wait for exports', async () => {
  const [one, other, third] = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)]
  for (const merchant of [one, other]) await makeArea(app, merchant)
  const machine = await makeOnlineMachine(app, third)
  const hold = await holdExports()
  const jobs = [await order(one), await order(other)]
  await app.work()
  await expect.poll(() => taken(jobs), { message: 'all turns of exports are held' }).toBe(2)

  const by = { id: null, username: 'tester' }
  const { command } = await asMachine(app, machine, (ctx) =>
    giveCommand(ctx, { op: 'led', args: { on: true }, by }),
  )
  app.clock.advance(60)
  const state = () => asOwner(app, 'select state from command where command_id = $1', [command])
  await expect.poll(state).toEqual([{ state: 'expired' }])

  const seals = () => asOwner(app, 'select from audit_seal where tenant_id = $1', [third.tenantId])
  expect(await seals()).toEqual([])
  await asOwner(app, `select graphile_worker.add_job('seal'), graphile_worker.add_job('sweep')`)
  await expect.poll(async () => (await seals()).length).toBeGreaterThan(0)
  const housekeeping = `select from graphile_worker.jobs where task_identifier in ('seal', 'sweep')`
  await expect.poll(() => asOwner(app, housekeeping)).toEqual([])

  expect(await taken(jobs), 'the exports are still held').toBe(2)
  await hold.letGo()
  await expect.poll(() => stateOf(one, jobs[0] ?? '')).toBe('done')
  await expect.poll(() => stateOf(other, jobs[1] ?? '')).toBe('done')
})

test('sealing and settling do not wait for a sweep, cases, comparisons and a recount that take long', async () => {
  const owner = await makeMerchant(app)
  const queueOf = new Map(timetable.map(({ task, queue }) => [task, queue]))
  const long = ['sweep', 'cases', 'reconcile', 'recount']
  // Each waits for one of these tables.
  const held = await hold(
    app,
    'lock table sms_code, exception_case, statement_run, statement_line, sales_device_day in access exclusive mode',
  )
  const add = (task: string) =>
    asOwner(app, 'select graphile_worker.add_job($1, queue_name => $2)', [task, queueOf.get(task)])
  try {
    await app.work()
    for (const task of long) await add(task)
    const running = () =>
      asOwner(
        app,
        'select from graphile_worker.jobs where task_identifier = any($1) and locked_by is not null',
        [long],
      )
    await expect.poll(running).toHaveLength(1)

    await makeArea(app, owner)
    const others = [...queueOf.keys()].filter((task) => !long.includes(task))
    expect(others.toSorted()).toEqual(['fold', 'looks', 'months', 'reports', 'seal', 'settle'])
    for (const task of others) await add(task)
    const seals = () => asOwner(app, 'select from audit_seal where tenant_id = $1', [owner.tenantId])
    await expect.poll(async () => (await seals()).length, { timeout: 10_000 }).toBeGreaterThan(0)
    const open = () =>
      asOwner(app, 'select from graphile_worker.jobs where task_identifier = any($1)', [others])
    await expect.poll(open, { timeout: 10_000 }).toEqual([])
    expect(await running(), 'one of the long ones is still held').toHaveLength(1)
  } finally {
    await held.letGo()
  }
})

test('a short export does not wait for the long ones of other merchants', async () => {
  const [one, other, third] = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)]
  for (const merchant of [one, other]) await makeArea(app, merchant)
  const jobs = [await order(one), await order(other)]
  for (const [index, { tenantId }] of [one, other].entries())
    await runJob(
      app.deps,
      jobKinds,
      { tenantId, jobId: jobs[index] ?? '', lastAttempt: false },
      { rows: 0, ms: Infinity },
    )
  await asOwner(app, `delete from graphile_worker._private_jobs where key like 'job:%'`)
  const hold = await holdExports()
  await app.work()
  await expect.poll(() => taken(jobs), { message: 'all places for long exports are held' }).toBe(2)

  const { body } = await app.call(goodsCalls.exportGoods, { condition: {} }, { as: third })
  await expect.poll(() => stateOf(third, body.result.job)).toBe('done')
  expect(await taken(jobs), 'the long ones are still held').toBe(2)
  await hold.letGo()
  for (const [index, merchant] of [one, other].entries())
    await expect.poll(() => stateOf(merchant, jobs[index] ?? '')).toBe('done')
})

test('a merchant with one export does not wait for the many of others', async () => {
  const [many, alsoMany, single] = [await makeMerchant(app), await makeMerchant(app), await makeMerchant(app)]
  for (const merchant of [many, alsoMany, single]) await makeArea(app, merchant)
  const orders: { job: string; of: string }[] = []
  for (let i = 1; i <= 3; i += 1) {
    orders.push({ job: await order(many), of: `many ${i}` })
    orders.push({ job: await order(alsoMany), of: `also many ${i}` })
  }
  orders.push({ job: await order(single), of: 'single' })
  await app.work()
  for (const { job } of orders) {
    const state = () => asOwner(app, 'select state from job where job_id = $1', [job])
    await expect.poll(state).toEqual([{ state: 'done' }])
  }
  // The numbers of transactions tell which job began first.
  const begun = await asOwner<{ job: string }>(
    app,
    `select data->>'job' as job from live_event
      where kind = 'job' and data->>'state' = 'running' and tenant_id = any($1) order by xmin::text::bigint`,
    [[many, alsoMany, single].map(({ tenantId }) => tenantId)],
  )
  const sequence = begun.map(({ job }) => orders.find((one) => one.job === job)?.of)
  expect(sequence.toSorted()).toEqual(orders.map(({ of }) => of).toSorted())
  // Two are taken at a time, so that of two neighbours the later one may begin first.
  expect(sequence.indexOf('single')).toBeLessThanOrEqual(sequence.indexOf('many 2') + 1)
  expect(sequence.indexOf('single')).toBeLessThanOrEqual(sequence.indexOf('also many 2') + 1)
  expect(sequence.indexOf('many 2')).toBeLessThanOrEqual(sequence.indexOf('also many 3') + 1)
  expect(sequence.indexOf('also many 2')).toBeLessThanOrEqual(sequence.indexOf('many 3') + 1)
})
