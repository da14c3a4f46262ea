/** Jobs: their owner, and how they end. Each owner has a colleague who does the same. */
import { jobCalls, regionCalls } from '@slotwise/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { holdWrites } from '../../../test/hold-table.ts'
import { jobStand, sheetOfTwo } from '../../../test/job-stand.ts'
import { listenAs } from '../../../test/listening.ts'
import { asOwner } from '../../../test/owner.ts'
import { AppError } from '../../kernel/errors.ts'
import { failStalled, type JobKinds, runJob } from './run-service.ts'

const { app, owner, colleague, order, run, stateOf, linkTo, finished } = await jobStand()

const seen = async (job: string, as: Merchant) =>
  (await app.call(jobCalls.getJob, { job }, { as })).body.result

describe('a job that takes long', () => {
  const queuedAmongLong = (job: string) =>
    asOwner(
      app,
      `select from graphile_worker.jobs where task_identifier = 'long-job' and key = 'long-job:' || $1 || ':' || $2
          and queue_name = 'tenant-' || $1`,
      [owner.tenantId, job],
    )
  const begin = (jobId: string, most: { rows: number; ms: number }, of = sheetOfTwo()) =>
    runJob(app.deps, of, { tenantId: owner.tenantId, jobId, lastAttempt: true }, most)

  test.each([
    ['because of its rows', { rows: 1, ms: Infinity }],
    ['because of its time', { rows: 2, ms: -1 }],
  ])('%s begins anew among the long ones', async (_why, most) => {
    const job = await order(owner)
    await begin(job, most)
    expect(await seen(job, owner)).toMatchObject({ state: 'waiting', progress: 0, error: null })
    expect(await queuedAmongLong(job)).toHaveLength(1)
    await run(job)
    expect(await seen(job, owner)).toMatchObject({ state: 'done', total: 2 })
  })

  test('undoes what it has done', async () => {
    const job = await order(owner)
    const before = await makeStore(app, owner)
    const task: JobKinds = {
      exportRegions: {
        run: async (ctx, _input, progress) => {
          await sql`update store set store_name = 'changed' where tenant_id = ${ctx.tenant.id}`.execute(
            ctx.tx,
          )
          await progress(1, 2)
          return 2
        },
      },
    }
    await begin(job, { rows: Infinity, ms: -1 }, task)
    expect(await seen(job, owner)).toMatchObject({ state: 'waiting', error: null })
    const names = await asOwner(app, 'select store_name from store where store_id = $1', [before._id])
    expect(names).toEqual([{ store_name: before.store_name }])
  })

  test('is finished without a report of progress that the database does not take', async () => {
    const job = await order(owner)
    const task: JobKinds = {
      exportRegions: {
        run: async (_ctx, _input, progress) => {
          await progress(2 ** 40, 2 ** 40)
          return 2
        },
      },
    }
    await run(job, { of: task })
    expect(await seen(job, owner)).toMatchObject({ state: 'done', progress: 2, total: 2 })
  })

  test('is finished where it begins when it takes what it may', async () => {
    const job = await order(owner)
    await begin(job, { rows: 2, ms: 60_000 })
    expect(await stateOf(job)).toBe('done')
  })
})

describe('a job', () => {
  test('is listed to the user who ordered it and to no other, the newest first', async () => {
    const first = await finished(colleague)
    const others = await finished(owner)
    const second = await finished(colleague)
    const list = await app.call(jobCalls.getJobs, {}, { as: colleague })
    expect(list.body.result.count).toBe(2)
    expect(list.body.result.data.map(({ job }) => job)).toEqual([second, first])
    for (const [job, as] of [
      [others, colleague],
      [first, owner],
    ] as const) {
      expect((await app.call(jobCalls.getJob, { job }, { as })).body.rcode).toBe(101)
      expect((await linkTo(job, as)).body.rcode).toBe(101)
    }
  })

  test('says how far it came, what its file is called and when it ended', async () => {
    const job = await order(owner)
    const created = app.clock.now.toISOString()
    expect(await seen(job, owner)).toMatchObject({
      kind: 'exportRegions',
      state: 'waiting',
      finished_at: null,
    })
    app.clock.advance(5)
    const hear = await listenAs(app, owner)
    const hearOther = await listenAs(app, colleague)
    await run(job)
    expect(await seen(job, owner)).toEqual({
      job,
      kind: 'exportRegions',
      state: 'done',
      progress: 2,
      total: 2,
      file_name: expect.stringMatching(/^Sheet-2026-11-15-\d{4}\.xlsx$/),
      error: null,
      created_at: created,
      finished_at: app.clock.now.toISOString(),
    })
    expect((await hear()).map(({ kind }) => kind)).toContain('job')
    expect(await hearOther()).toEqual([])
  })

  test('is audited with what was ordered', async () => {
    const job = await order(owner)
    const text = `select call, after from audit where object = 'job' and object_id = $1`
    expect(await asOwner(app, text, [job])).toMatchObject([
      { call: 'exportRegions', after: { kind: 'area', format: 'xlsx' } },
    ])
    await run(job)
  })

  test('that has ended is not run again, and another job is left alone', async () => {
    const [job, sibling] = [await finished(owner), await order(owner)]
    const before = await seen(job, owner)
    app.clock.advance(5)
    await run(job, {
      of: sheetOfTwo(() => {
        throw new Error('done twice')
      }),
    })
    expect(await seen(job, owner)).toEqual(before)
    expect(await stateOf(sibling)).toBe('waiting')
    await run(sibling)
  })
})

describe('open jobs', () => {
  const tryOrder = async (as: Merchant) =>
    (await app.call(regionCalls.exportRegions, { kind: 'area' }, { as })).body

  test('are at most five of one account, also when two are ordered at once', async () => {
    const [busy, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
    const clerk = await makeStaff(app, busy, { permissions: ['store.manage'] })
    for (let i = 0; i < 4; i += 1) await order(busy)
    // Both have counted the open jobs before one of them is stored, unless one waits for the other.
    const writes = await holdWrites(app, 'job')
    const asked = [tryOrder(busy), tryOrder(busy)]
    const waiting = `select from pg_locks where not granted and database = (
      select oid from pg_database where datname = current_database())`
    await expect.poll(() => asOwner(app, waiting)).toHaveLength(2)
    await writes.letGo()
    const answers = await Promise.all(asked)
    expect(answers.map(({ rcode }) => rcode).toSorted()).toEqual([0, 103])
    expect(await tryOrder(busy)).toMatchObject({ rcode: 103, msg: expect.stringContaining('5') })
    expect((await tryOrder(clerk)).rcode).toBe(0)
    expect((await tryOrder(neighbour)).rcode).toBe(0)
  })
})

describe('a job that fails', () => {
  const broken = sheetOfTwo(() => {
    throw new Error('secret of ours')
  })

  test('through a fault of ours is tried again, and tells its owner at last, without our reason', async () => {
    const job = await order(owner)
    await expect(run(job, { of: broken })).rejects.toThrow('secret of ours')
    expect(await stateOf(job)).toBe('waiting')
    await expect(run(job, { of: broken, lastAttempt: true })).rejects.toThrow('secret of ours')
    const { state, error, finished_at: ended } = await seen(job, owner)
    expect([state, ended]).toEqual(['failed', app.clock.now.toISOString()])
    expect(error).toContain(`job-${job}`)
    expect(error).not.toContain('secret')
    expect((await linkTo(job, owner)).body.rcode).toBe(101)
  })

  test('because it is refused fails at once and is not tried again', async () => {
    const job = await order(owner)
    const refused = sheetOfTwo(() => {
      throw new AppError('outOfScope')
    })
    await run(job, { of: refused })
    expect(await seen(job, owner)).toMatchObject({ state: 'failed', error: expect.stringMatching(/\w/) })
    await run(job)
    expect(await stateOf(job)).toBe('failed')
  })

  test('is one whose owner has lost the right to order it', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const job = await order(clerk)
    await asOwner(app, `update role set permission_ids = '{}' where name = $1`, [clerk.username])
    await run(job)
    expect(await stateOf(job)).toBe('failed')
  })

  test('is one that is unfinished and older than the given date, because no worker runs it any more', async () => {
    const over = await finished(owner)
    const old = await order(owner)
    app.clock.advance(60)
    const limit = app.clock.now
    const young = await order(owner)
    await failStalled(app.deps, owner.tenantId, limit)
    expect([await stateOf(over), await stateOf(old), await stateOf(young)]).toEqual([
      'done',
      'failed',
      'waiting',
    ])
    await run(young)
  })
})

test('a user may have five unfinished jobs, however many a colleague has ordered', async () => {
  const [one, other] = [
    await makeStaff(app, owner, { permissions: ['store.manage'] }),
    await makeStaff(app, owner, { permissions: ['store.manage'] }),
  ]
  const codes = async (as: Merchant, count: number) => {
    const found = []
    for (let i = 0; i < count; i += 1)
      found.push((await app.call(regionCalls.exportRegions, { kind: 'area' }, { as })).body.rcode)
    return found
  }
  expect(await codes(one, 6)).toEqual([0, 0, 0, 0, 0, 103])
  expect(await codes(other, 1)).toEqual([0])
})

test('the priority of a job falls with the jobs that its merchant has ordered within an hour', async () => {
  const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
  const priorityOf = async (as: Merchant) => {
    const text = 'select priority from graphile_worker.jobs where key = $1'
    const key = `job:${as.tenantId}:${await order(as)}`
    return (await asOwner<{ priority: number }>(app, text, [key]))[0]?.priority
  }
  expect([await priorityOf(merchant), await priorityOf(merchant)]).toEqual([1, 2])
  expect(await priorityOf(neighbour)).toBe(1)
  app.clock.advance(3_599)
  expect(await priorityOf(merchant)).toBe(3)
  app.clock.advance(1)
  expect(await priorityOf(merchant)).toBe(2)
})
