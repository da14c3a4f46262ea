import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { testApp } from '../../test/app.ts'
import { asOwner } from '../../test/owner.ts'
import { makeLog } from '../kernel/log.ts'
import { logTo, startLane } from './lane.ts'
import type { SignOfLife } from './sign-of-life.ts'

test('what fails because the database is away is a warning, anything else an error', () => {
  const written: string[] = []
  const queue = logTo(makeLog('info', { write: (line) => void written.push(line) }))
  queue.error('Error occurred attempting to UNLISTEN', {
    error: new Error('Connection terminated unexpectedly'),
  })
  queue.error('Error with notify listener', { error: Object.assign(new Error('ends'), { code: '57P01' }) })
  queue.error('Failed to run the task', { error: new Error('a fault') })
  queue.error('without an error')
  expect(written.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40, 40, 50, 50])
})

test('a queue with fewer connections than places is no warning, because jobs hold none', () => {
  const written: string[] = []
  const queue = logTo(makeLog('info', { write: (line) => void written.push(line) }))
  queue.warn(
    'WARNING: having maxPoolSize (10) smaller than concurrency (12) may lead to non-optimal performance.',
  )
  queue.warn('WARNING: something else')
  expect(written).toHaveLength(1)
})

test('a lane that starts while the database is away begins when it is back', async () => {
  const app = await testApp()
  const pool = new pg.Pool({ connectionString: app.deps.db.url }).on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const alive = { announce: () => {}, retire: () => {} } as unknown as SignOfLife
  const ended = Object.assign(new Error('terminating connection'), { code: '57P01' })
  vi.spyOn(pool as { connect(): Promise<unknown> }, 'connect').mockRejectedValueOnce(ended)
  const work = Promise.withResolvers<unknown>()
  const lane = await startLane(
    { log: makeLog('silent'), pool, alive },
    { atOnce: 1, tasks: { waiting: async (payload) => work.resolve(payload) } },
  )
  onTestFinished(async () => {
    await lane.stop()
    await pool.end()
  })
  await asOwner(app, `select graphile_worker.add_job('waiting', '{"for":"it"}')`)
  expect(await work.promise).toEqual({ for: 'it' })
})
