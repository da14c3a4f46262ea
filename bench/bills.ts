/**
 * Measures the list of bills and its totals through the whole server, beside the plain SQL that reads, skips, counts and
 * adds up bills themselves, at growing numbers of bills up to 5 million. `--most 20000000` goes on to more of them,
 * `--most 1000000` ends earlier. The statistics of a month are measured by `dashboard.ts`.
 */
import { accountCalls, billCalls, type Call, dayOf } from '@slotwise/contract'
import pg from 'pg'

import { days, loadBills } from './bill-load.ts'
import { startCaller } from './caller.ts'
import { startBenchServer } from './server.ts'
import { time } from './timing.ts'

const sizes = [200_000, 1_000_000, 5_000_000, 20_000_000]
const rounds = 5
const callsARound = 20
const warmUps = 300
const plainRounds = 5

type Question = { row: Call; input: object; plain?: string[]; atOnce?: number; promisedMs?: number }

const dayBefore = (ago: number): string => dayOf(new Date(Date.now() - ago * 86_400_000), 480)
/** The last whole month of the merchant. */
const lastMonth = (): { from: string; to: string } => {
  const to = new Date(`${dayBefore(0).slice(0, 7)}-01T00:00:00Z`)
  to.setUTCDate(0)
  const last = to.toISOString().slice(0, 10)
  return { from: `${last.slice(0, 7)}-01`, to: last }
}

function questionsOf(tenant: string, count: number, store: string, sn: string): Record<string, Question> {
  const row = billCalls.getBuyBill
  const listed = (where = '', offset = 0): string[] => [
    `select * from bill where tenant_id = ${tenant} ${where} order by create_at desc, orderno desc limit 10 offset ${offset}`,
    `select count(*) from bill where tenant_id = ${tenant} ${where}`,
  ]
  const lastPage = Math.floor(count / 10)
  const month = lastMonth()
  const between = `and create_at >= '${month.from}T00:00+08' and create_at < '${month.to}T00:00+08'::timestamptz + interval '1 day'`
  const added = (where: string) => [
    `select count(*), sum(total_price), sum(refunded), count(*) filter (where status in (1, 2, 5)) from bill where tenant_id = ${tenant} ${where}`,
  ]
  const inStore = `and store_id = ${store}`
  return {
    'newest page': { row, input: {}, plain: listed(), promisedMs: 10 },
    'newest page, ten at once': { row, input: {}, atOnce: 10, promisedMs: 40 },
    'newest page of today': { row, input: { condition: { from: dayBefore(1), to: dayBefore(0) } } },
    'middle page': {
      row,
      input: { pageNum: Math.floor(lastPage / 2) },
      plain: listed('', Math.floor(count / 2)),
    },
    'deepest page': {
      row,
      input: { pageNum: lastPage },
      plain: listed('', lastPage * 10 - 10),
      promisedMs: 15,
    },
    'a store': { row, input: { condition: { store } }, plain: listed(inStore) },
    'a store, deep': { row, input: { condition: { store }, pageNum: Math.floor(lastPage / 60) } },
    'a store and a payment': {
      row,
      input: { condition: { store, client: 'ezcard' } },
      plain: listed(`${inStore} and client = 'ezcard'`),
    },
    'a machine': { row, input: { condition: { sn } } },
    'a month': { row, input: { condition: month }, plain: listed(between) },
    failures: { row, input: { condition: { status: [1, 2] } }, plain: listed('and status in (1, 2)') },
    'totals of a month': {
      row: billCalls.getBuyBillTotal,
      input: { condition: month },
      plain: added(between),
      promisedMs: 10,
    },
    'totals of everything': { row: billCalls.getBuyBillTotal, input: {}, plain: added('') },
    'totals of a store': {
      row: billCalls.getBuyBillTotal,
      input: { condition: { store } },
      plain: added(inStore),
    },
  }
}

export async function benchBills(args: readonly string[] = []): Promise<void> {
  const most = args[0] === '--most' ? Number(args[1]) : 5_000_000
  const found = new Map<string, number[]>()
  for (const size of sizes.filter((one) => one <= most)) {
    const server = await startBenchServer({ withSales: false })
    const begun = performance.now()
    const tenant = await loadBills(server, size)
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ count: number; store: string; sn: string }>(
      `select (select count(*)::int from bill where tenant_id = $1) as count, store_id as store, sn from device
        where tenant_id = $1 and title = 'Bench 7'`,
      [tenant],
    )
    const { count = 0, store = '', sn = '' } = rows[0] ?? {}
    const caller = startCaller(server)
    const me = [{ row: accountCalls.me, input: {} }]
    // The first calls are slower: their code is not compiled yet. So each question is asked some times before it is timed.
    await caller.timesOf(me, { times: warmUps })
    const loaded = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(`${count} bills of ${days} days, loaded in ${loaded} s`)
    for (const [name, question] of Object.entries(questionsOf(tenant, count, store, sn))) {
      const { row, input, atOnce = 1, plain, promisedMs } = question
      const questions = Array.from({ length: atOnce }, () => ({ row, input }))
      await caller.timesOf(questions, { times: warmUps })
      const { took: ours, reference } = await caller.timeBeside(rounds, callsARound, questions, me)
      found.set(name, [...(found.get(name) ?? []), ours / reference])
      const naive =
        plain &&
        (await time(plainRounds, 1, async () => {
          for (const text of plain) await client.query(text)
        }))
      const beside =
        naive === undefined
          ? ''
          : `   plain SQL ${naive.toFixed(1)} ms, ${(naive / ours).toFixed(1)} times ours`
      const verdict = promisedMs === undefined || ours <= promisedMs ? '' : `   above ${promisedMs} ms`
      console.log(
        `${name.padEnd(26)} ${ours.toFixed(1).padStart(7)} ms, ${(ours / reference).toFixed(1)} times me (${reference.toFixed(1)} ms)${beside}${verdict}`,
      )
    }
    await client.end()
    await caller.close()
    await server.close()
  }
  console.log('time at the most bills / time at the fewest, each in times of me:')
  for (const [name, times] of found) {
    const ratio = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
    console.log(`${name.padEnd(26)} ${ratio.toFixed(2)}${ratio <= 1.2 ? '' : '   above 1.2'}`)
  }
}
