/**
 * Measures the pages of funds, settlements and the statement through the whole server at growing numbers of bills, beside
 * the plain SQL that adds up the lines of the ledger. It is half past seven in the evening, while machines sell.
 * `--most 200000` ends earlier.
 */
import { accountCalls, type Call, fundCalls } from '@slotwise/contract'
import pg from 'pg'

import { foldFunds } from '../apps/server/src/modules/ledger/index.ts'
import { days, loadBills } from './bill-load.ts'
import { startCaller } from './caller.ts'
import { startBenchServer } from './server.ts'
import { time } from './timing.ts'

const sizes = [200_000, 5_000_000]
const rounds = 5
const callsARound = 20
const warmUps = 300
const promisedMs = 15
const accounts = 3

const dayMs = 86_400_000
const newest = new Date(Math.floor(Date.now() / dayMs) * dayMs - dayMs)
const now = new Date(newest.getTime() + 11.5 * 3_600_000)

const cards = `
  insert into bank_card (tenant_id, account_id, state, mch_name, person, email, province_code, city_code, district_code,
                         address, bank_code, bank, bank_province, bank_city, bank_branch, bank_no, acct_name,
                         acct_cert_type, cert_start_date, tail, sealed, masked, created_at, state_at)
  select $1, (select min(account_id) from account where tenant_id = $1), 'approved', 'Bench ' || i, 'Bench',
         'bench' || i || '@example.com', '', '', '', '', '102', 'ICBC', '', '', 'Main', '102100099996', 'Bench', 'id_card',
         '2020-01-01', '0000', '', '{"acct_no": "6222***********0000"}', now(), now()
    from generate_series(1, ${accounts}) i`

/** Lines of all payments by providers and of their refunds; one in ten has no account. */
const lines = `
  insert into ledger_line (tenant_id, at, posting, account, orderno, merchant_id, client, amount)
  with card as (select array_agg(merchant_id order by merchant_id) as ids from bank_card
                 where tenant_id = $1 and mch_name like 'Bench %'),
       paid as (select b.create_at as at, b.orderno, b.client, b.total_price as amount, b.refunded, b.status,
                       case when b.device_id % 10 = 0 then 0 else card.ids[1 + b.device_id % ${accounts}] end as merchant_id
                  from bill b, card
                 where b.tenant_id = $1 and b.create_at >= $2 and b.create_at < $3 and b.client in ('wechat', 'alipay', 'gkash'))
  select $1, p.at + l.after, p.orderno || l.what, l.account, p.orderno, p.merchant_id, p.client,
         l.sign * case l.account when 'provider' then l.base when 'fee' then round(l.base * 0.006) else l.base - round(l.base * 0.006) end
    from paid p cross join lateral (
      select v.account, v.sign, p.amount as base, ' paid' as what, interval '0' as after
        from (values ('provider', 1), ('funds', -1), ('fee', -1)) v (account, sign)
      union all
      select v.account, -v.sign, p.refunded, ' refund', interval '1 minute'
        from (values ('provider', 1), ('funds', -1), ('fee', -1)) v (account, sign) where p.status > 7) l`

/** A payout of each account each morning. */
const settlements = `
  with asked as (
    insert into settlement (tenant_id, merchant_id, day, after_at, until_at, amount, lines, state, payout_no, created_at, done_at)
    select $1, l.merchant_id, d.day, d.edge - interval '1 day', d.edge, (-sum(l.amount))::int, count(*), 'success',
           'bench' || l.merchant_id || d.day, d.edge + interval '6 hours', d.edge + interval '6 hours'
      from generate_series($2::timestamptz - interval '${days - 1} days', $2::timestamptz, interval '1 day') e
      cross join lateral (select e - interval '8 hours' as edge, e::date as day) d
      join ledger_line l on l.tenant_id = $1 and l.account = 'funds' and l.merchant_id <> 0
       and l.at >= d.edge - interval '1 day' and l.at < d.edge
     group by l.merchant_id, d.day, d.edge having sum(l.amount) < 0
    returning settle_id, merchant_id, amount, created_at)
  insert into ledger_line (tenant_id, at, posting, account, orderno, merchant_id, client, amount, settle_id)
  select $1, a.created_at + v.after, 'settle' || a.settle_id || v.what, v.account, '', a.merchant_id, '', v.sign * a.amount, a.settle_id
    from asked a cross join (values (' asked', 'funds', 1, interval '0'), (' asked', 'settling', -1, interval '0'),
      (' confirmed', 'settling', 1, interval '1 minute'), (' confirmed', 'bank', -1, interval '1 minute')) v (what, account, sign, after)`

async function loadFunds(client: pg.Client, tenant: string): Promise<void> {
  await client.query('truncate ledger_line, fund_day, fund_sum, fund_folded, settlement, settle_day')
  await client.query(cards, [tenant])
  for (let ago = days; ago >= 0; ago -= 1) {
    const at = new Date(newest.getTime() - ago * dayMs)
    const end = new Date(Math.min(at.getTime() + dayMs, now.getTime()))
    await client.query(lines, [tenant, at, end])
  }
  await client.query(settlements, [tenant, newest])
  await client.query('vacuum analyze')
}

type Question = { row: Call; input: object }

async function questionsOf(client: pg.Client, tenant: string): Promise<Record<string, Question>> {
  const { rows } = await client.query<{ account: string; settle: string }>(
    `select merchant_id as account, max(settle_id) as settle from settlement where tenant_id = $1 group by 1 order by 1 limit 1`,
    [tenant],
  )
  const { account = '', settle = '' } = rows[0] ?? {}
  const dayBefore = (ago: number): string =>
    new Date(newest.getTime() - ago * dayMs).toISOString().slice(0, 10)
  const lines = (condition: object, more: object = {}) => ({
    row: fundCalls.getFundLines,
    input: { condition, ...more },
  })
  return {
    funds: { row: fundCalls.getFunds, input: {} },
    'sum of funds': { row: fundCalls.getFundSum, input: {} },
    settlements: { row: fundCalls.getSettle, input: {} },
    'settlements, page 30': { row: fundCalls.getSettle, input: { pageNum: 30 } },
    'settlements of a month': { row: fundCalls.getSettle, input: { condition: { from: dayBefore(30) } } },
    settlement: { row: fundCalls.getSettleDetail, input: { settle } },
    'lines of a settlement': { row: fundCalls.getSettleLines, input: { condition: { settle } } },
    statement: lines({}),
    'statement, 100 days ago': lines({}, { day: dayBefore(100) }),
    'statement, page 999': lines({}, { pageNum: 999 }),
    'statement of an account': lines({ merchant_id: account }),
    'the same, 100 days ago': lines({ merchant_id: account }, { day: dayBefore(100) }),
    'statement of a month': lines({ from: dayBefore(30) }),
    refunds: lines({ kind: 'refund' }),
    'refunds of an account': lines({ kind: 'refund', merchant_id: account }, { day: dayBefore(100) }),
    payouts: lines({ kind: 'settled' }),
  }
}

export async function benchFinance(args: readonly string[] = []): Promise<void> {
  const most = args.includes('--most') ? Number(args[args.indexOf('--most') + 1]) : Infinity
  for (const size of sizes.filter((one) => one <= most)) {
    const server = await startBenchServer({ now: () => now, withSales: false })
    const begun = performance.now()
    const tenant = await loadBills(server, size, newest)
    const client = new pg.Client({ connectionString: server.databaseUrl })
    await client.connect()
    await loadFunds(client, tenant)
    const folding = performance.now()
    await foldFunds(server.deps, tenant)
    const folded = ((performance.now() - folding) / 1000).toFixed(1)
    await client.query('vacuum analyze')
    const caller = startCaller(server)
    const me = [{ row: accountCalls.me, input: {} }]
    // The first calls are slower: their code is not compiled yet.
    await caller.timesOf(me, { times: warmUps })
    const reference = await caller.time(rounds, callsARound, me)
    const loaded = ((performance.now() - begun) / 1000).toFixed(0)
    console.log(
      `${size} bills of ${days} days, loaded in ${loaded} s, folded in ${folded} s; me: ${reference.toFixed(1)} ms`,
    )
    for (const [name, question] of Object.entries(await questionsOf(client, tenant))) {
      await caller.timesOf([question])
      const took = await caller.time(rounds, callsARound, [question])
      console.log(
        `${name.padEnd(26)} ${took.toFixed(1).padStart(6)} ms, ${(took / reference).toFixed(1)} times me${took > promisedMs ? `   above ${promisedMs} ms` : ''}`,
      )
    }
    const plain = `select merchant_id, account, sum(amount) from ledger_line where tenant_id = ${tenant} group by 1, 2`
    console.log(`plain SQL of the funds: ${(await time(1, 3, () => client.query(plain))).toFixed(0)} ms`)
    await client.end()
    await caller.close()
    await server.close()
  }
}
