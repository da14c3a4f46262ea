/** The order of live events: what a stream waits for, and that it misses none. */
import { createHash } from 'node:crypto'

import pg from 'pg'
import { expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { storm } from '../../test/depth.ts'
import { eventStand, marks, untilMarks } from '../../test/event-stand.ts'
import { makeMerchant } from '../../test/factories.ts'
import { type LiveStream, openStream } from '../../test/live-stream.ts'
import { asOwner } from '../../test/owner.ts'

const app = await testApp()
const base = await app.app.listen({ host: '127.0.0.1', port: 0 })
const { emitIn, inMerchant, tell, holdOpen } = eventStand(app)

test('an open transaction of another merchant delays nothing', async () => {
  const [merchant, stranger] = [await makeMerchant(app), await makeMerchant(app)]
  const stream = await openStream(base, merchant)
  await holdOpen(stranger, (tx) => emitIn(tx, stranger, 1))
  await tell(merchant, 2)
  await untilMarks(stream, [2])
})

test('an open transaction of the operator in the same database delays nothing', async () => {
  const merchant = await makeMerchant(app)
  const stream = await openStream(base, merchant)
  const operator = new pg.Client({ connectionString: app.deps.db.url })
  await operator.connect()
  try {
    await operator.query('begin; create table by_hand (n int)')
    await tell(merchant, 1)
    await untilMarks(stream, [1])
  } finally {
    await operator.end()
  }
})

test('an open transaction of the merchant itself delays no events of others, and its own come when it commits', async () => {
  const merchant = await makeMerchant(app)
  const stream = await openStream(base, merchant)
  const late = await holdOpen(merchant, (tx) => emitIn(tx, merchant, 1))
  await tell(merchant, 2)
  await untilMarks(stream, [2])
  const joined = await openStream(base, merchant)
  await late.end()
  await untilMarks(stream, [2, 1])
  await untilMarks(joined, [1])
  const resumed = await openStream(base, merchant, stream.heard[0]?.id)
  await untilMarks(resumed, [1])
})

test('a writer that is killed before it commits leaves no gap at which streams wait', async () => {
  const merchant = await makeMerchant(app)
  const stream = await openStream(base, merchant)
  const killed = new pg.Client({ connectionString: app.deps.db.url })
  killed.on('error', () => {})
  await killed.connect()
  const { rows } = await killed.query<{ pid: number }>('select pg_backend_pid() as pid')
  await killed.query(`begin; select set_tenant(${BigInt(merchant.tenantId)})`)
  await killed.query(
    `insert into live_event_counter (tenant_id, last_event) values (${BigInt(merchant.tenantId)}, 1)
     on conflict (tenant_id) do update set last_event = live_event_counter.last_event + 1`,
  )
  const waiting = tell(merchant, 1)
  const blocked = `select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`
  await expect.poll(() => asOwner(app, blocked, [rows[0]?.pid])).toHaveLength(1)
  await asOwner(app, 'select pg_terminate_backend($1)', [rows[0]?.pid])
  await waiting
  await tell(merchant, 2)
  await untilMarks(stream, [1, 2])
})

/** Numbers from a seed, so that a failure can be repeated. */
function drawFrom(seed: number): (below: number) => number {
  let drawn = 0
  return (below) => {
    drawn += 1
    return createHash('sha256').update(`${seed}:${drawn}`).digest().readUInt32BE() % below
  }
}

test.each(Array.from({ length: storm({ usual: 3, deep: 40 }) }, (_, seed) => seed + 1))(
  'writers that begin, roll back and commit in any order: every stream, also one that resumes, hears all, once, in one order (seed %i)',
  async (seed) => {
    const draw = drawFrom(seed)
    const merchant = await makeMerchant(app)
    const steady = await openStream(base, merchant)
    const atStart = steady.lastId()
    let restless: LiveStream = await openStream(base, merchant)
    const heard: number[] = []
    const committed: number[] = []
    let mark = 0

    async function write(): Promise<void> {
      const mine: number[] = []
      const rollsBack = draw(5) === 0
      const written = inMerchant(merchant, async (tx) => {
        for (let n = draw(4); n >= 0; n -= 1) {
          mark += 1
          mine.push(mark)
          await emitIn(tx, merchant, mark)
          for (let turns = draw(6); turns > 0; turns -= 1) await new Promise(setImmediate)
        }
        if (rollsBack) throw new Error('changed my mind')
      })
      await written.then(
        () => committed.push(...mine),
        (error: Error) => expect(error.message).toBe('changed my mind'),
      )
    }
    async function reconnect(): Promise<void> {
      await restless.close()
      heard.push(...marks(restless))
      restless = await openStream(base, merchant, restless.lastId())
    }

    for (let round = 0; round < 8; round += 1) {
      const writers = Array.from({ length: 2 + draw(8) }, write)
      await reconnect()
      await Promise.all(writers)
    }
    await expect.poll(() => marks(steady).length).toBe(committed.length)
    const order = marks(steady)
    expect(order.toSorted((a, b) => a - b)).toEqual(committed.toSorted((a, b) => a - b))
    await expect.poll(() => [...heard, ...marks(restless)]).toEqual(order)
    await untilMarks(await openStream(base, merchant, atStart), order)
  },
)
