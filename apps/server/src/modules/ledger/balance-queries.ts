/**
 * Balances: the sums that were folded, and the lines since. Both are read by one statement, because folding moves lines
 * from one side to the other.
 */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'

/** What is owed to a payout account, and what it has got. In cents, positive: the merchant's. */
export type Balance = { notSettled: number; settling: number; settled: number }

/** The moment up to which lines are folded; a long time ago where none are. */
export async function foldedUntil({ tx, tenantId }: TenantRef): Promise<Date> {
  const row = await tx
    .selectFrom('fund_folded')
    .select('until')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return row?.until ?? new Date(0)
}

/** The same inside of a statement, so that its rows tell whether lines were folded since. */
export const untilOf = (tenantId: string) =>
  sql`(select f.until from fund_folded f where f.tenant_id = ${tenantId}) as until`

/**
 * Reads sums and the lines since `until`, and reads again where lines were folded in between. PostgreSQL gets the moment
 * as a value, because it would guess a third of all lines behind a subquery, and read them all.
 */
export async function sinceFold<Row extends { until: Date | null }>(
  ref: TenantRef,
  read: (until: Date) => Promise<Row[]>,
): Promise<Row[]> {
  for (;;) {
    const until = await foldedUntil(ref)
    const rows = await read(until)
    if (rows.every((row) => (row.until ?? new Date(0)).getTime() === until.getTime())) return rows
  }
}

type Row = {
  merchant_id: string
  account: 'funds' | 'settling' | 'bank'
  amount: number
  until: Date | null
}
const names = { funds: 'notSettled', settling: 'settling', bank: 'settled' } as const

/** The balances of all payout accounts that have lines; money without one stands under 0. */
export async function balancesNow(ref: TenantRef): Promise<Map<string, Balance>> {
  const { tx, tenantId } = ref
  const rows = await sinceFold(
    ref,
    async (until) =>
      (
        await sql<Row>`
          select m.merchant_id, m.account, (-sum(m.amount))::float8 as amount, ${untilOf(tenantId)} from (
            select s.merchant_id, s.account, s.amount from fund_sum s
             where s.tenant_id = ${tenantId} and s.account in ('funds', 'settling', 'bank')
            union all
            select l.merchant_id, l.account, l.amount from ledger_line l
             where l.tenant_id = ${tenantId} and l.at >= ${until} and l.account in ('funds', 'settling', 'bank')) m
           group by m.merchant_id, m.account`.execute(tx)
      ).rows,
  )
  const balances = new Map<string, Balance>()
  for (const { merchant_id: id, account, amount } of rows) {
    const balance = balances.get(id) ?? { notSettled: 0, settling: 0, settled: 0 }
    balances.set(id, { ...balance, [names[account]]: amount })
  }
  return balances
}

/** What accounts of the merchant's or its agent's own have received, less what they gave back. It is in no balance. */
export async function ownReceived(ref: TenantRef): Promise<number> {
  const { tx, tenantId } = ref
  const rows = await sinceFold(
    ref,
    async (until) =>
      (
        await sql<{ amount: number; until: Date | null }>`
          select coalesce(sum(m.amount), 0)::float8 as amount, ${untilOf(tenantId)} from (
            select s.amount from fund_sum s where s.tenant_id = ${tenantId} and s.account = 'own'
            union all
            select l.amount from ledger_line l
             where l.tenant_id = ${tenantId} and l.at >= ${until} and l.account = 'own') m`.execute(tx)
      ).rows,
  )
  return rows[0]?.amount ?? 0
}

/** A moment that begins a merchant's day. */
export type Edge = { day: string; at: Date }

/** The funds of all payout accounts before a day: the balances, less what the day and later ones have moved. */
export async function fundsBefore(ref: TenantRef, { day, at }: Edge): Promise<Map<string, number>> {
  const { tx, tenantId } = ref
  const rows = await sinceFold(
    ref,
    async (until) =>
      (
        await sql<Pick<Row, 'merchant_id' | 'amount' | 'until'>>`
          select m.merchant_id, (-sum(m.amount))::float8 as amount, ${untilOf(tenantId)} from (
            select s.merchant_id, s.amount from fund_sum s where s.tenant_id = ${tenantId} and s.account = 'funds'
            union all
            select d.merchant_id, -d.amount from fund_day d
             where d.tenant_id = ${tenantId} and d.day >= ${day}::date and d.account = 'funds'
            union all
            select l.merchant_id, l.amount from ledger_line l
             where l.tenant_id = ${tenantId} and l.at >= ${until} and l.at < ${at} and l.account = 'funds') m
           group by m.merchant_id`.execute(tx)
      ).rows,
  )
  return new Map(rows.map(({ merchant_id: id, amount }) => [id, amount]))
}

/** A line is stored within this time of its moment, because no transaction lasts as long. */
export const foldAfterMs = 10 * 60_000

/** Lets one transaction at a time assign or fold the merchant's funds. Returns up to when they are folded. */
export async function lockFunds({ tx, tenantId }: TenantRef, now: Date): Promise<Date> {
  const settled = new Date(now.getTime() - foldAfterMs)
  await sql`
    insert into fund_folded (tenant_id, until)
    select ${tenantId}::bigint, least(min(l.at), ${settled}::timestamptz) from ledger_line l where l.tenant_id = ${tenantId}
    on conflict do nothing`.execute(tx)
  const { until } = await tx
    .selectFrom('fund_folded')
    .select('until')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return until
}
