/** Jobs: their owner, how they end, and who gets the file. Each owner has a colleague who does the same. */
import { jobCalls, regionCalls, staffCalls } from '@slotwise/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { holdWrites } from '../../../test/hold-table.ts'
import { listenAs } from '../../../test/listening.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { deleteJob, openFile } from './index.ts'
import { deleteLinksBefore, findStalled, jobsBefore } from './job-queries.ts'
import { failStalled, runJob } from './run-service.ts'
import { sweep, sweepJobs } from './sweep-service.ts'
import type { JobKinds } from './run-service.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const colleague = await makeStaff(app, owner, { permissions: ['store.manage'] })

const order = async (as: Merchant): Promise<string> =>
  (await app.call(regionCalls.exportRegions, { kind: 'area' }, { as })).body.result.job

async function* lines() {
  yield [['one']]
  yield [['two']]
}

/** Writes a sheet of two lines, or calls `sheet` of the test, which throws. */
const kinds = (sheet?: () => never): JobKinds => ({
  exportRegions: {
    sheet: async () => {
      sheet?.()
      return { name: 'Sheet', columns: [{ header: 'A' }], total: 2, rows: lines() }
    },
  },
})

const run = (jobId: string, { lastAttempt = false, of = kinds() } = {}) =>
  runJob(app.deps, of, { tenantId: owner.tenantId, jobId, lastAttempt })

const seen = async (job: string, as: Merchant) =>
  (await app.call(jobCalls.getJob, { job }, { as })).body.result

const stateOf = async (id: string) =>
  (await asOwner<{ state: string }>(app, 'select state from job where job_id = $1', [id]))[0]?.state

const linkTo = (job: string, as: Merchant) => app.call(jobCalls.getFileLink, { job }, { as })
const tokenIn = (url: string): string => url.replace('/files/', '')

async function finished(as: Merchant): Promise<string> {
  const job = await order(as)
  await run(job)
  return job
}

describe('a job that takes long', () => {
  const queuedAmongLong = (job: string) =>
    asOwner(
      app,
      `select from graphile_worker.jobs where task_identifier = 'long-job' and key = 'long-job:' || $1 || ':' || $2
          and queue_name = 'tenant-' || $1`,
      [owner.tenantId, job],
    )
  const begin = (jobId: string, most: { rows: number; ms: number }, of = kinds()) =>
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
      of: kinds(() => {
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
  const broken = kinds(() => {
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
    const refused = kinds(() => {
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

describe('the file of a job', () => {
  test('comes once for a link, and not after a minute', async () => {
    const job = await finished(owner)
    const { url } = (await linkTo(job, owner)).body.result
    const file = await openFile(app.deps, tokenIn(url))
    expect(file).toMatchObject({ name: expect.stringMatching(/^Sheet-/) })
    file?.body.destroy()
    expect(await openFile(app.deps, tokenIn(url))).toBeUndefined()
    const late = (await linkTo(job, owner)).body.result
    app.clock.advance(60)
    expect(await openFile(app.deps, tokenIn(late.url))).toBeUndefined()
    expect(await openFile(app.deps, 'nonsense')).toBeUndefined()
  })

  test('is not there before the job is done', async () => {
    const job = await order(owner)
    expect((await linkTo(job, owner)).body.rcode).toBe(101)
    await run(job)
    expect((await linkTo(job, owner)).body.rcode).toBe(0)
  })

  test('is kept from an owner who may see less by now, or was deleted', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const job = await finished(clerk)
    const { url } = (await linkTo(job, clerk)).body.result
    const store = await makeStore(app, owner)
    await asOwner(app, 'update account set all_device = false where account_id = $1', [clerk.accountId])
    await asOwner(app, 'insert into account_store (tenant_id, account_id, store_id) values ($1, $2, $3)', [
      owner.tenantId,
      clerk.accountId,
      store._id,
    ])
    expect((await linkTo(job, clerk)).body.rcode).toBe(302)
    await asOwner(app, `update role set permission_ids = '{}' where name = $1`, [clerk.username])
    expect((await linkTo(job, clerk)).body.rcode).toBe(300)
    await asOwner(app, 'update account set deleted_at = $2 where account_id = $1', [
      clerk.accountId,
      app.clock.now,
    ])
    expect(await openFile(app.deps, tokenIn(url))).toBeUndefined()
  })

  test('is kept from an owner who was suspended after the link was made', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const job = await finished(clerk)
    const { url } = (await linkTo(job, clerk)).body.result
    const id = { sub_userid: clerk.accountId }
    await app.call(staffCalls.suspendSubUser, id, { as: owner })
    expect(await openFile(app.deps, tokenIn(url))).toBeUndefined()
  })

  test('is not made for an owner who was suspended while the job waited', async () => {
    const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
    const [job, others] = [await order(clerk), await order(colleague)]
    await app.call(staffCalls.suspendSubUser, { sub_userid: clerk.accountId }, { as: owner })
    for (const each of [job, others]) await run(each, { lastAttempt: true })
    expect([await stateOf(job), await stateOf(others)]).toEqual(['failed', 'done'])
  })

  test('is deleted with its job when both are old; younger ones stay', async () => {
    const old = await finished(owner)
    app.clock.advance(60)
    const limit = app.clock.now
    const young = await finished(owner)
    const key = (job: string) => `jobs/${owner.tenantId}/${job}.xlsx`
    await sweepJobs(app.deps, owner.tenantId, limit)
    expect([await stateOf(old), await stateOf(young)]).toEqual([undefined, 'done'])
    expect(await app.deps.blobs.read(key(old))).toBeUndefined()
    const kept = await app.deps.blobs.read(key(young))
    expect(kept).toBeDefined()
    kept?.body.destroy()
  })
})

describe('the sweep', () => {
  const hour = 3_600
  const sweepNow = () => sweep(app.deps, owner.tenantId, app.clock.now)

  test('deletes links that have expired; a younger one still opens', async () => {
    const job = await finished(owner)
    const count = async () => (await asOwner(app, 'select from file_link where job_id = $1', [job])).length
    await linkTo(job, owner)
    app.clock.advance(30)
    const { url } = (await linkTo(job, owner)).body.result
    app.clock.advance(30)
    await sweepNow()
    expect(await count()).toBe(2)
    app.clock.advance(1)
    await sweepNow()
    expect(await count()).toBe(1)
    const file = await openFile(app.deps, tokenIn(url))
    expect(file).toBeDefined()
    file?.body.destroy()
  })

  test('fails jobs that are unfinished for two hours, and deletes jobs after seven days', async () => {
    const [stalled, done] = [await order(owner), await finished(owner)]
    app.clock.advance(2 * hour)
    await sweepNow()
    expect(await stateOf(stalled)).toBe('waiting')
    app.clock.advance(1)
    await sweepNow()
    expect([await stateOf(stalled), await stateOf(done)]).toEqual(['failed', 'done'])
    app.clock.advance(166 * hour - 1)
    await sweepNow()
    expect(await stateOf(done)).toBe('done')
    app.clock.advance(1)
    await sweepNow()
    expect([await stateOf(stalled), await stateOf(done)]).toEqual([undefined, undefined])
  })

  test('takes as many rows at once as it is told to', async () => {
    const merchant = await makeMerchant(app)
    const { tenantId } = merchant
    for (let i = 0; i < 3; i += 1) {
      const job = await order(merchant)
      await runJob(app.deps, kinds(), { tenantId, jobId: job, lastAttempt: false })
      await linkTo(job, merchant)
      await order(merchant)
    }
    app.clock.advance(61)
    const { now } = app.clock
    const taken = await inTenant(app.deps.db.main, tenantId, async (tx) => [
      await deleteLinksBefore(tx, tenantId, now, 2),
      await deleteLinksBefore(tx, tenantId, now, 2),
      (await findStalled(tx, tenantId, now, 2)).length,
      (await findStalled(tx, tenantId, now, 6)).length,
      (await jobsBefore(tx, tenantId, now, 5)).length,
    ])
    expect(taken).toEqual([2, 1, 2, 3, 5])
  })
})

test('a job that its owner deletes takes its file with it, and no other', async () => {
  const clerk = await makeStaff(app, owner, { permissions: ['store.manage'] })
  const [gone, stays] = [await finished(clerk), await finished(clerk)]
  const keys = await asOwner<{ blob_key: string }>(
    app,
    'select blob_key from job where job_id = any($1) order by job_id',
    [[gone, stays]],
  )
  await asUser(app, clerk, (ctx) => deleteJob(ctx, 'exportRegions', gone))
  const stored = await Promise.all(keys.map(({ blob_key: key }) => app.deps.blobs.read(key)))
  expect(stored.map((file) => file !== undefined)).toEqual([false, true])
  stored[1]?.body.destroy()
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
