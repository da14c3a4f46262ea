import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { jobCalls, regionCalls } from '@slotwise/contract'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeArea, makeMerchant, makeStaff, type Merchant } from '../../test/factories.ts'
import { holdTable } from '../../test/hold-table.ts'
import { asOwner } from '../../test/owner.ts'
import { programEnv } from '../../test/program-env.ts'
import { inTenant } from '../kernel/db.ts'
import { AppError } from '../kernel/errors.ts'
import { type Exporter, runJob } from '../modules/jobs/index.ts'
import { startWorker } from './worker.ts'

const serve = fileURLToPath(new URL('../../bin/serve.ts', import.meta.url))

const app = await testApp()
// Workers that are started as programs have the real clock. By that clock, jobs of the usual clock of tests are days old,
// and their sweep, every ten minutes, would take them for stalled and fail them.
app.clock.now = new Date()

async function order(as: Merchant, locale?: string): Promise<string> {
  const options = { as, ...(locale ? { locale } : {}) }
  const { body } = await app.call(regionCalls.exportRegions, { kind: 'area' }, options)
  expect(body.rcode, body.msg).toBe(0)
  return body.result.job
}
const stateOf = async (as: Merchant, job: string, locale = 'en-US') =>
  (await app.call(jobCalls.getJob, { job }, { as, locale })).body.result

/**
 * Stops every export of areas as it begins. No sweep uses that table: a worker that begins one, as every ten minutes,
 * could not stop before the table is let go.
 */
const holdExports = () => holdTable(app, 'area')

type Queued = { job: string; locked_by: string | null; attempts: number }
const queue = () =>
  asOwner<Queued>(
    app,
    `select payload->>'job' as job, locked_by, attempts from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'job'`,
  )
const queued = async (job: string) => (await queue()).find((row) => row.job === job)
/** Waits until a worker has taken the job. */
async function untilTaken(job: string): Promise<Queued | undefined> {
  await expect.poll(() => queued(job)).toMatchObject({ attempts: 1, locked_by: expect.any(String) })
  return queued(job)
}
/** Changes the job as if the worker had taken it long ago. */
const age = (job: string) =>
  asOwner(
    app,
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where payload->>'job' = $1`,
    [job],
  )

/** Starts a worker as the operator does, in a process of its own. */
async function spawnWorker(cwd = process.cwd()): Promise<ChildProcess> {
  const { config, db } = app.deps
  const child = spawn(process.execPath, [serve, 'worker'], {
    cwd,
    env: programEnv(db.url, config),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await expect.poll(() => output).toContain('ready')
  return child
}

describe('a worker that dies', () => {
  test('leaves its job to another, which finishes it', async () => {
    const merchant = await makeMerchant(app)
    await makeArea(app, merchant, { area_name: 'Kept' })
    const child = await spawnWorker()
    const hold = await holdExports()
    const job = await order(merchant)
    const taken = await untilTaken(job)
    await asOwner(app, `select graphile_worker.add_job('sweep')`)
    const sweeps = `select from graphile_worker.jobs where task_identifier = 'sweep'`
    await expect.poll(() => asOwner(app, sweeps)).toEqual([])
    expect(await stateOf(merchant, job), 'a sweep meanwhile').toMatchObject({ state: 'waiting' })

    await age(job)
    const other = await startWorker(app.deps)
    expect(await queued(job), 'a living worker keeps its job').toEqual(taken)
    await other.stop()

    child.kill('SIGKILL')
    await once(child, 'exit')
    await hold.letGo()
    const workers = `select from pg_stat_activity where application_name = 'slotwise worker' and datname = current_database()`
    await expect.poll(() => asOwner(app, workers)).toEqual([])
    expect(await queued(job)).toEqual(taken)
    await app.work()
    await expect.poll(() => stateOf(merchant, job)).toMatchObject({ state: 'done', progress: 1, total: 1 })
    await expect.poll(() => queued(job)).toBeUndefined()
    const link = await app.call(jobCalls.getFileLink, { job }, { as: merchant })
    expect((await app.app.inject(link.body.result.url)).statusCode).toBe(200)
  })

  test('is not mistaken for one that works long: it does not take its own job from itself', async () => {
    const merchant = await makeMerchant(app)
    await makeArea(app, merchant)
    const hold = await holdExports()
    const worker = await startWorker(app.deps, 20)
    onTestFinished(() => worker.stop())
    const job = await order(merchant)
    const taken = await untilTaken(job)
    await age(job)

    // Two rounds of rescue are over when a job of a dead worker has been freed twice.
    for (const orphan of ['orphan-1', 'orphan-2']) {
      await asOwner(
        app,
        `select graphile_worker.add_job('sweep', run_at => now() + interval '1 day', job_key => '${orphan}');
         update graphile_worker._private_jobs set locked_by = 'long gone', locked_at = now() - interval '1 hour'
          where key = '${orphan}'`,
      )
      const holder = () =>
        asOwner(app, 'select locked_by from graphile_worker._private_jobs where key = $1', [orphan])
      await expect.poll(holder).toEqual([{ locked_by: null }])
    }
    expect(await queued(job)).toEqual(taken)
    await hold.letGo()
    await expect.poll(() => stateOf(merchant, job)).toMatchObject({ state: 'done' })
  })
})

test('a worker that dies leaves nothing in the queue for ever', async () => {
  const addRecount = `select graphile_worker.add_job('recount', queue_name => 'long', job_key => 'recount', max_attempts => 1)`
  const recounts = (where: string) =>
    asOwner(app, `select from graphile_worker.jobs where task_identifier = 'recount' and ${where}`)
  await makeMerchant(app)
  const child = await spawnWorker()
  // A recount reads this table, and a sweep does not.
  const hold = await holdTable(app, 'fund_day')
  for (const runner of ['first', 'second']) {
    await asOwner(app, addRecount)
    if (runner === 'first') await expect.poll(() => recounts('locked_by is not null')).toHaveLength(1)
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  await asOwner(
    app,
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 hour' where locked_by is not null`,
  )
  await hold.letGo()

  await app.work()
  const locked = `select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null`
  await expect.poll(() => asOwner(app, locked)).toEqual([])
  // The second one has run; nothing takes the first any more. It stays for a day.
  expect(await recounts('attempts >= max_attempts')).toHaveLength(1)
  const sweep = async () => {
    await asOwner(app, `select graphile_worker.add_job('sweep', job_key => 'sweep now')`)
    await expect
      .poll(() => asOwner(app, `select from graphile_worker.jobs where key = 'sweep now'`))
      .toEqual([])
  }
  await sweep()
  expect(await recounts('true')).toHaveLength(1)
  const age = (key: string) =>
    asOwner(
      app,
      `update graphile_worker._private_jobs set updated_at = now() - interval '1 day' where ${key}`,
    )
  await age('attempts >= max_attempts')
  await asOwner(app, `select graphile_worker.add_job('recount', run_at => now() + interval '1 hour')`)
  await age('attempts < max_attempts')
  await sweep()
  expect(await recounts('true')).toEqual(await recounts('attempts = 0'))
  expect(await recounts('attempts = 0')).toHaveLength(1)
})

test('a worker that is stopped reports no error', async () => {
  const error = vi.spyOn(app.deps.log, 'error')
  onTestFinished(() => error.mockRestore())
  const worker = await startWorker(app.deps)
  await worker.stop()
  expect(error).not.toHaveBeenCalled()
})

describe('a job that cannot be done', () => {
  const failing: Exporter = {
    async sheet() {
      throw new Error('relation "secret_table" does not exist')
    },
  }
  const breaking: Exporter = {
    async sheet() {
      async function* rows() {
        yield [['first']]
        throw new Error('lost in the middle')
      }
      return { name: 'Sheet', columns: [{ header: 'A' }], total: 2, rows: rows() }
    },
  }
  const refusing: Exporter = {
    async sheet() {
      throw new AppError('outOfScope')
    },
  }
  const exporters = { failing, breaking, refusing }

  async function insertJob(merchant: Merchant, kind: string, locale: string): Promise<string> {
    return inTenant(app.deps.db.main, merchant.tenantId, async (tx) => {
      const { job_id: id } = await tx
        .insertInto('job')
        .values({
          tenant_id: merchant.tenantId,
          account_id: merchant.accountId,
          kind,
          input: JSON.stringify({ format: 'xlsx' }),
          rights: JSON.stringify({ access: 'store.manage', scope: { all: true }, ownOnly: {} }),
          locale,
          created_at: app.clock.now,
        })
        .returning('job_id')
        .executeTakeFirstOrThrow()
      return id
    })
  }

  test.each([
    [
      'failing',
      'en-US',
      'secret_table',
      (job: string) => `Something went wrong on our side. Quote job-${job} when you contact us.`,
    ],
    [
      'breaking',
      'zh-CN',
      'lost in the middle',
      (job: string) => `系统出现故障，联系我们时请提供编号 job-${job}`,
    ],
  ])(
    '%s: is tried again, and the last attempt fails with a text for its owner',
    async (kind, locale, fault, text) => {
      const merchant = await makeMerchant(app)
      const jobId = await insertJob(merchant, kind, locale)
      const ticket = { tenantId: merchant.tenantId, jobId }
      await expect(runJob(app.deps, exporters, { ...ticket, lastAttempt: false })).rejects.toThrow(fault)
      expect(['waiting', 'running']).toContain((await stateOf(merchant, jobId)).state)
      await expect(runJob(app.deps, exporters, { ...ticket, lastAttempt: true })).rejects.toThrow(fault)
      expect(await stateOf(merchant, jobId, locale)).toMatchObject({
        state: 'failed',
        error: text(jobId),
        file_name: null,
        finished_at: app.clock.now.toISOString(),
      })
      expect((await app.call(jobCalls.getFileLink, { job: jobId }, { as: merchant })).body.rcode).toBe(101)
    },
  )

  test('refusing: fails at once and in words', async () => {
    const merchant = await makeMerchant(app)
    const jobId = await insertJob(merchant, 'refusing', 'en-US')
    await runJob(app.deps, exporters, { tenantId: merchant.tenantId, jobId, lastAttempt: false })
    expect(await stateOf(merchant, jobId)).toMatchObject({
      state: 'failed',
      error: 'This is outside the stores and devices assigned to you',
    })
  })

  test('a job of an unknown kind fails after the last of five attempts', async () => {
    const merchant = await makeMerchant(app)
    const jobId = await insertJob(merchant, 'nonsense', 'en-US')
    await asOwner(app, `select enqueue('job', $1, $2, 'q', 0)`, [
      JSON.stringify({ tenant: merchant.tenantId, job: jobId }),
      `job:${jobId}`,
    ])
    expect(await queued(jobId)).toMatchObject({ attempts: 0 })
    await asOwner(app, `update graphile_worker._private_jobs set attempts = 4 where payload->>'job' = $1`, [
      jobId,
    ])
    await app.work()
    await expect
      .poll(() => stateOf(merchant, jobId))
      .toMatchObject({
        state: 'failed',
        error: `Something went wrong on our side. Quote job-${jobId} when you contact us.`,
      })
  })

  test('an owner who has lost the permission is told so', async () => {
    const merchant = await makeMerchant(app)
    const clerk = await makeStaff(app, merchant, { permissions: ['store.manage'] })
    const job = await order(clerk, 'zh-TW')
    await asOwner(
      app,
      `update role set permission_ids = '{}' where role_id = (select role_id from account where account_id = $1)`,
      [clerk.accountId],
    )
    await app.work()
    await expect
      .poll(() => stateOf(clerk, job, 'zh-TW'))
      .toMatchObject({
        state: 'failed',
        error: '您沒有此權限，可聯絡主帳號開通',
        file_name: null,
      })
  })

  test('an owner who is gone gets no file', async () => {
    const merchant = await makeMerchant(app)
    const clerk = await makeStaff(app, merchant, { permissions: ['store.manage'] })
    const job = await order(clerk)
    await asOwner(app, 'update account set deleted_at = now() where account_id = $1', [clerk.accountId])
    await app.work()
    const rows = () => asOwner(app, 'select state, blob_key from job where job_id = $1', [job])
    await expect.poll(rows).toEqual([{ state: 'failed', blob_key: null }])
  })

  test('work that is done stays done, however often the queue hands it out', async () => {
    const merchant = await makeMerchant(app)
    const jobId = await insertJob(merchant, 'refusing', 'en-US')
    await asOwner(app, `update job set state = 'done', file_name = 'kept.xlsx' where job_id = $1`, [jobId])
    await runJob(app.deps, exporters, { tenantId: merchant.tenantId, jobId, lastAttempt: true })
    expect(await stateOf(merchant, jobId)).toMatchObject({
      state: 'done',
      file_name: 'kept.xlsx',
      error: null,
    })
  })
})

test('a crontab in the working directory is not obeyed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slotwise-worker-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'crontab'), '* * * * * sweep ?id=stranger')
  await asOwner(app, 'delete from graphile_worker._private_known_crontabs')
  await spawnWorker(folder)
  const known = () =>
    asOwner<{ identifier: string }>(app, 'select identifier from graphile_worker._private_known_crontabs')
  await expect.poll(async () => (await known()).length).toBeGreaterThan(1)
  expect((await known()).map(({ identifier }) => identifier).toSorted()).toEqual([
    'cases',
    'fold',
    'looks',
    'months',
    'reconcile',
    'recount',
    'reports',
    'seal',
    'settle',
    'sweep',
  ])
})
