/**
 * Measures the list of machines of a merchant with 5,000 machines and 200,000 slots, and the history of a machine that
 * has sold for years, with the filters of the console, beside the smallest call with a session (`me`) in the same run.
 */
import { accountCalls, type Call, deviceCalls, historyCalls } from '@slotwise/contract'
import pg from 'pg'

import { startBenchServer } from './server.ts'

const machines = 5_000
const slots = 40
const calls = 60
/** The promised response time of 95 % of the calls. */
const promisedMs = 50

/** Machines of all kinds: a tenth offline, a twentieth with a fault, a few nearly empty. */
const seed = `
  with t as (select tenant_id from tenant limit 1),
  stores as (select array_agg(store_id) as ids from store),
  d as (
    insert into device (tenant_id, sn, title, type, store_id, bound_at)
    select t.tenant_id, (60000000 + i)::text, 'Machine ' || i, 'vending', stores.ids[1 + i % array_length(stores.ids, 1)], now()
      from t, stores, generate_series(1, ${machines}) i
    returning tenant_id, device_id),
  s as (
    insert into device_state (tenant_id, device_id, online, since, heard_at, boot, rssi, net, app, android)
    select tenant_id, device_id, device_id % 10 <> 0, now(), now(), 1, -60 - (device_id % 40)::int, '4g', '3.2', '11' from d),
  f as (
    insert into device_fault (tenant_id, device_id, code, channel_sn, raw, since)
    select tenant_id, device_id, 'MOTOR', 1, '', now() from d where device_id % 20 = 0)
  insert into channel (tenant_id, device_id, channel_sn, goods_id, price, quantity, max)
  select d.tenant_id, d.device_id, n, g.goods_id, 300, case when d.device_id % 50 = 0 and n = 1 then 0 else 5 + n % 5 end, 10
    from d, generate_series(1, ${slots}) n, (select min(goods_id) as goods_id from goods) g`

const busiest = '60000001'
/** A sale every two minutes, day and night, for more than a year. */
const moves = 300_000
const ledger = `
  insert into stock_move (tenant_id, device_id, channel_sn, goods_id, reason, before, after, at, username)
  select d.tenant_id, d.device_id, 1 + i % ${slots}, g.goods_id, 'machine', 9, 8, now() - i * interval '2 minutes', ''
    from device d, (select min(goods_id) as goods_id from goods) g, generate_series(1, ${moves}) i where d.sn = '${busiest}'`

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

type Question = [row: Call, input: object]
const list = (input: object): Question => [deviceCalls.getDev, input]
const history = (condition: object, pageNum = 1): Question => [
  historyCalls.getDevHistory,
  { condition: { sn: busiest, ...condition }, pageNum },
]

const questions: Record<string, Question> = {
  'first page': list({}),
  'last pages': list({ pageNum: 490 }),
  'offline only': list({ condition: { online: false } }),
  'low stock': list({ condition: { low: true } }),
  'with a fault': list({ condition: { fault: true } }),
  'by title': list({ condition: { order: 'title' } }),
  'offline first': list({ condition: { order: 'offline' } }),
  'emptiest first': list({ condition: { order: 'stock' } }),
  'found by digits': list({ condition: { q: '0001234' } }),
  counts: [deviceCalls.getDevCounts, {}],
  history: history({}),
  'history, page 100': history({}, 100),
  'history of a slot': history({ channel_sn: 7 }),
  'history to a day': history({ to: day(300) }),
}

const at = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export async function benchDevices(): Promise<void> {
  const server = await startBenchServer()
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(seed)
  await client.query(ledger)
  await client.query('analyze')
  await client.end()

  async function time(row: Call, input: object): Promise<number[]> {
    const took: number[] = []
    for (let i = 0; i < calls; i += 1) {
      const begun = performance.now()
      const answer = await fetch(server.address + row.path, {
        method: 'POST',
        headers: { ...server.headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const { rcode } = (await answer.json()) as { rcode: number }
      if (rcode !== 0) throw new Error(`${row.path} answered ${rcode}`)
      took.push(performance.now() - begun)
    }
    return took.toSorted((a, b) => a - b)
  }
  const reference = at(await time(accountCalls.me, {}), 0.5)
  console.log(`me: ${reference.toFixed(1)} ms`)
  for (const [name, [row, input]] of Object.entries(questions)) {
    const took = await time(row, input)
    const [middle, slow] = [at(took, 0.5), at(took, 0.95)]
    const verdict = slow <= promisedMs ? '' : `   above ${promisedMs} ms`
    console.log(
      `${name.padEnd(18)} ${middle.toFixed(1).padStart(6)} ms   p95 ${slow.toFixed(1).padStart(6)} ms   ${(middle / reference).toFixed(1)} times me${verdict}`,
    )
  }
  await server.close()
}
