/**
 * Measures the calls of the overview and of statistics through the whole server at growing numbers of bills, beside the
 * plain SQL that groups the bills themselves. It is 23:30 on the last day of a month; the dashboard is measured at 12:59
 * of that day, too, when sales are at their most. `--most 20000000` goes on to more bills, `--most 1000000` ends earlier.
 */
import { accountCalls, type Call, overviewCalls, statisticsCalls } from '@slotwise/contract'
import pg from 'pg'

import { days, loadBills } from './bill-load.ts'
import { type Caller, startCaller } from './caller.ts'
import { startBenchServer } from './server.ts'
import { median, p95, time } from './timing.ts'

const sizes = [200_000, 1_000_000, 5_000_000, 20_000_000]
const rounds = 5
const callsARound = 20
const warmUps = 300
const dashboards = 100
/** One slow moment of the computer decides about a single p95. */
const dashboardRounds = 3
const plainRounds = 3

/** `plain`: what a query on bills would have to do, at least. */
type Question = { row: Call; input: object; plain?: string; promised?: { ms: number; bills: number } }

const dayMs = 86_400_000
const minuteMs = 60_000

const moments = ['12:59', '23:30'] as const
type Moment = (typeof moments)[number]

/** The beginning, in UTC, of the last day of the last whole month. */
function lastDay(): Date {
  const first = new Date(`${new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7)}-01T00:00:00Z`)
  return new Date(first.getTime() - dayMs)
}

function questionsOf(
  tenant: string,
  newest: Date,
): Record<'dashboard' | 'statistics', Record<string, Question>> {
  const day = newest.toISOString().slice(0, 10)
  const month = { from: `${day.slice(0, 7)}-01`, to: day }
  const since = (from: string) =>
    `b.tenant_id = ${tenant} and b.create_at >= '${from}T00:00+08' and b.create_at < '${day}T00:00+08'::timestamptz + interval '1 day'`
  const figures = `count(*), sum(b.total_price) filter (where b.status not in (1, 2, 5)), sum(b.refunded),
    count(*) filter (where b.status in (1, 2, 5)), count(*) filter (where b.status > 7)`
  const by = (column: string, from = month.from) =>
    `select ${column}, b.client, ${figures} from bill b where ${since(from)} group by 1, 2`
  const goods = `select g ->> 'goods_id', count(*), sum((g ->> 'price')::int) from bill b, jsonb_array_elements(b.goods) g
    where ${since(month.from)} group by 1`
  const detail = (kind: string, range = 'month') => ({ row: overviewCalls.detail, input: { kind, range } })
  const promised = { ms: 25, bills: 1_000_000 }
  const condition = month
  const hour = `date_trunc('hour', b.create_at)`
  return {
    dashboard: {
      'overview of today': { row: overviewCalls.overview, input: {}, plain: by('1', day) },
      'overview of yesterday': { row: overviewCalls.overview, input: { day: 'yesterday' } },
      'trend of today': { ...detail('trend', 'today'), plain: by(hour, day) },
      'trend of the week': detail('trend', 'week'),
      'trend of the month': { ...detail('trend'), plain: by(`(b.create_at + interval '8 hours')::date`) },
      'ranking of stores': { ...detail('storeRank'), plain: by('b.store_id') },
      'ranking of machines': { ...detail('deviceRank'), plain: by('b.device_id') },
      'ranking of goods': { ...detail('goodsRank'), plain: goods },
      'what needs a hand': { row: overviewCalls.getAttention, input: {} },
      checklist: { row: overviewCalls.getBeginnings, input: {} },
    },
    statistics: {
      areas: { row: statisticsCalls.area, input: { condition }, plain: by('b.store_id'), promised },
      stores: { row: statisticsCalls.store, input: { condition }, plain: by('b.store_id'), promised },
      machines: { row: statisticsCalls.device, input: { condition }, plain: by('b.device_id'), promised },
      goods: { row: statisticsCalls.goods, input: { condition }, plain: goods, promised },
      'payments of all goods': {
        row: statisticsCalls.getGoodsChannels,
        input: { condition },
        plain: goods.replace(' from', ', b.client from').replace('group by 1', 'group by 1, b.client'),
        promised,
      },
      chart: { row: statisticsCalls.getSalesTrend, input: { condition }, promised },
    },
  }
}

/** Machines of which every tenth is offline, and slots of which every twentieth is empty. */
export const fleet = (heardAt: Date): string => `
  insert into device_state (tenant_id, device_id, online, since, heard_at)
  select tenant_id, device_id, device_id % 10 <> 0, '${heardAt.toISOString()}', '${heardAt.toISOString()}'
    from device where title like 'Bench %';
  insert into channel (tenant_id, device_id, channel_sn, goods_id, price, max, quantity)
  select d.tenant_id, d.device_id, n, (select min(g.goods_id) + n from goods g where g.tenant_id = d.tenant_id and g.title like 'Bench %'),
         200, 5, case when (d.device_id + n) % 20 = 0 then 0 else 5 end
    from device d, generate_series(1, 20) n where d.title like 'Bench %';
  analyze device_state; analyze channel`

export async function benchDashboard(args: readonly string[] = []): Promise<void> {
  const most = args[0] === '--most' ? Number(args[1]) : 5_000_000
  const newest = lastDay()
  const atChina = (hour: number, minute: number): Date =>
    new Date(newest.getTime() + ((hour - 8) * 60 + minute) * minuteMs)
  const [noon, night] = [atChina(12, 59), atChina(23, 30)]
  const together: Record<Moment, { median: number; p95: number }>[] = []
  for (const size of sizes.filter((one) => one <= most)) {
    let now = noon
    const server = await startBenchServer({ now: () => now, withSales: false })
    const begun = performance.now()
    const tenant = await loadBills(server, size, newest)
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    await client.query(fleet(night))
    // What the load has written is not to be written to disk while calls are measured.
    await client.query('checkpoint')
    const caller = startCaller(server)
    const me = [{ row: accountCalls.me, input: {} }]
    // The first calls are slower: their code is not compiled yet.
    await caller.timesOf(me, { times: warmUps })
    const reference = await caller.time(rounds, callsARound, me)
    const loaded = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(`${size} bills of ${days} days, loaded in ${loaded} s; me: ${reference.toFixed(1)} ms`)
    const questions = questionsOf(tenant, newest)
    const calls = Object.values(questions.dashboard).map(({ row, input }) => ({ row, input }))
    const atNoon = await dashboardAt('12:59', caller, calls)
    now = night
    const atNight = await dashboardAt('23:30', caller, calls)
    together.push({ '12:59': atNoon, '23:30': atNight })
    let [ours, plainly] = [0, 0]
    for (const [group, list] of Object.entries(questions))
      for (const [name, { row, input, plain, promised }] of Object.entries(list)) {
        await caller.timesOf([{ row, input }])
        const took = await caller.time(rounds, callsARound, [{ row, input }])
        const naive = plain === undefined ? undefined : await time(1, plainRounds, () => client.query(plain))
        if (naive !== undefined) [ours, plainly] = [ours + took, plainly + naive]
        const beside =
          naive === undefined
            ? ''
            : `   plain SQL ${naive.toFixed(0)} ms, ${(naive / took).toFixed(0)} times ours`
        const isLate = promised && size <= promised.bills && took > promised.ms
        console.log(
          `${group.padEnd(11)} ${name.padEnd(22)} ${took.toFixed(1).padStart(7)} ms, ${(took / reference).toFixed(1)} times me${beside}${isLate ? `   above ${promised.ms} ms` : ''}`,
        )
      }
    const ratio = plainly / ours
    console.log(`plain SQL: ${ratio.toFixed(0)} times ours${ratio >= 50 ? '' : '   below 50'}`)
    await client.end()
    await caller.close()
    await server.close()
  }
  const [first, last] = [together[0], together.at(-1)]
  if (!first || !last) return
  for (const moment of moments) {
    const ratio = last[moment].p95 / first[moment].p95
    const ofMedians = (last[moment].median / first[moment].median).toFixed(2)
    console.log(
      `dashboard at ${moment}, at the most bills / at the fewest: p95 ${ratio.toFixed(2)}, median ${ofMedians}${ratio <= 1.2 ? '' : '   above 1.2'}`,
    )
  }
}

/** All calls of the dashboard, one after the other: the medians of several rounds. */
async function dashboardAt(
  moment: Moment,
  caller: Caller,
  calls: readonly { row: Call; input: object }[],
): Promise<{ median: number; p95: number }> {
  await caller.timesOf(calls, { times: 5, inTurn: true })
  const measured: { median: number; p95: number }[] = []
  for (let round = 0; round < dashboardRounds; round += 1) {
    const times = await caller.timesOf(calls, { times: dashboards, inTurn: true })
    measured.push({ median: median(times), p95: p95(times) })
  }
  const both = {
    median: median(measured.map((one) => one.median)),
    p95: median(measured.map((one) => one.p95)),
  }
  console.log(
    `all calls of the dashboard at ${moment}, one after the other: median ${both.median.toFixed(1)} ms, p95 ${both.p95.toFixed(1)} ms`,
  )
  return both
}
