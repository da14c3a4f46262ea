/** The sums of the ledger as they are stored, for a recount. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { KindSum } from './fold-queries.ts'

export async function storedDay({ tx, tenantId }: TenantRef, day: string): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select d.merchant_id, d.account, d.kind, d.amount::float8 as amount, d.lines from fund_day d
     where d.tenant_id = ${tenantId} and d.day = ${day}::date`.execute(tx)
  return rows
}

export type AccountSum = { merchant_id: string; account: string; stored: number; recounted: number }

/** Sums of all days that differ from the days. */
export async function differingSums({ tx, tenantId }: TenantRef): Promise<AccountSum[]> {
  const { rows } = await sql<AccountSum>`
    select m.merchant_id, m.account, sum(m.stored)::float8 as stored, sum(m.recounted)::float8 as recounted from (
      select s.merchant_id, s.account, s.amount as stored, 0 as recounted from fund_sum s where s.tenant_id = ${tenantId}
      union all
      select d.merchant_id, d.account, 0, d.amount from fund_day d where d.tenant_id = ${tenantId}) m
     group by 1, 2 having sum(m.stored) <> sum(m.recounted) order by 1, 2`.execute(tx)
  return rows
}

/** Postings of a time span whose lines do not add up to nothing. */
export async function crookedPostings(
  { tx, tenantId }: TenantRef,
  { since, before }: { since: Date; before: Date },
): Promise<{ posting: string; sum: number }[]> {
  const { rows } = await sql<{ posting: string; sum: number }>`
    select l.posting, sum(l.amount)::float8 as sum from ledger_line l
     where l.tenant_id = ${tenantId} and l.at >= ${since} and l.at < ${before}
     group by l.at, l.posting having sum(l.amount) <> 0 order by l.posting limit 100`.execute(tx)
  return rows
}

/** Up to when lines are folded, the first of these lines, and the first day that has sums. */
export async function foldedDays({
  tx,
  tenantId,
}: TenantRef): Promise<{ until: Date | null; line: Date | null; day: string | null }> {
  const { rows } = await sql<{ until: Date | null; line: Date | null; day: string | null }>`
    select (select f.until from fund_folded f where f.tenant_id = ${tenantId}) as until,
           (select min(d.day) from fund_day d where d.tenant_id = ${tenantId}) as day,
           (select l.at from ledger_line l
             where l.tenant_id = ${tenantId}
               and l.at < (select f.until from fund_folded f where f.tenant_id = ${tenantId})
             order by l.at limit 1) as line`.execute(tx)
  return rows[0] ?? { until: null, line: null, day: null }
}

export async function addToTotals({ tx, tenantId }: TenantRef, sums: readonly AccountSum[]): Promise<void> {
  if (sums.length === 0) return
  await sql`
    insert into fund_sum (tenant_id, merchant_id, account, amount)
    select ${tenantId}::bigint, v.merchant_id, v.account, v.amount
      from unnest(${sums.map((one) => one.merchant_id)}::bigint[], ${sums.map((one) => one.account)}::text[],
                  ${sums.map((one) => one.recounted - one.stored)}::bigint[]) as v (merchant_id, account, amount)
    on conflict (tenant_id, merchant_id, account) do update set amount = fund_sum.amount + excluded.amount`.execute(
    tx,
  )
}
