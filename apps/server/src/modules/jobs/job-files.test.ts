/** The files of jobs: who gets them, and how long they stay. Each owner has a colleague who does the same. */
import { staffCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { asUser } from '../../../test/as-user.ts'
import { makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'
import { jobStand, sheetOfTwo } from '../../../test/job-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { deleteJob, openFile } from './index.ts'
import { deleteLinksBefore, findStalled, jobsBefore } from './job-queries.ts'
import { runJob } from './run-service.ts'
import { sweep, sweepJobs } from './sweep-service.ts'

const { app, owner, colleague, order, run, stateOf, linkTo, finished } = await jobStand()
const tokenIn = (url: string): string => url.replace('/files/', '')

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
      await runJob(app.deps, sheetOfTwo(), { tenantId, jobId: job, lastAttempt: false })
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
