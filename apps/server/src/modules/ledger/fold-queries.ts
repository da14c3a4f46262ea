/** Lines of the ledger, added up; and the sums that are kept of them. */
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { foldedUntil } from './balance-queries.ts'

/** Lines of one payout account, ledger account and kind of posting, added up. */
export type KindSum = { merchant_id: string; account: string; kind: string; amount: number; lines: number }

/** The moment of the first line before `limit` that is not folded. */
export async function firstUnfolded(ref: TenantRef, limit: Date): Promise<Date | undefined> {
  const { tx, tenantId } = ref
  const { rows } = await sql<{ at: Date }>`
    select l.at from ledger_line l
     where l.tenant_id = ${tenantId} and l.at >= ${await foldedUntil(ref)} and l.at < ${limit}
     order by l.at limit 1`.execute(tx)
  return rows[0]?.at
}

/** Adds up the lines of a time span. */
export async function addUpLines(
  { tx, tenantId }: TenantRef,
  { since, before }: { since: Date; before: Date },
): Promise<KindSum[]> {
  const { rows } = await sql<KindSum>`
    select l.merchant_id, l.account, split_part(l.posting, ' ', 2) as kind, sum(l.amount)::float8 as amount,
           count(*)::int as lines
      from ledger_line l where l.tenant_id = ${tenantId} and l.at >= ${since} and l.at < ${before}
     group by 1, 2, 3 order by 1, 2, 3`.execute(tx)
  return rows
}

/** Adds to the sums of a day, and to those of all days. */
export async function addToSums(
  { tx, tenantId }: TenantRef,
  day: string,
  sums: readonly KindSum[],
): Promise<void> {
  if (sums.length === 0) return
  const column = <Name extends keyof KindSum>(name: Name): KindSum[Name][] => sums.map((sum) => sum[name])
  await sql`
    insert into fund_day (tenant_id, merchant_id, day, account, kind, amount, lines)
    select ${tenantId}::bigint, v.merchant_id, ${day}::date, v.account, v.kind, v.amount, v.lines
      from unnest(${column('merchant_id')}::bigint[], ${column('account')}::text[], ${column('kind')}::text[],
                  ${column('amount')}::bigint[], ${column('lines')}::int[])
           as v (merchant_id, account, kind, amount, lines)
    on conflict (tenant_id, merchant_id, day, account, kind)
    do update set amount = fund_day.amount + excluded.amount, lines = fund_day.lines + excluded.lines`.execute(
    tx,
  )
  await sql`
    insert into fund_sum (tenant_id, merchant_id, account, amount)
    select ${tenantId}::bigint, v.merchant_id, v.account, sum(v.amount)::bigint
      from unnest(${column('merchant_id')}::bigint[], ${column('account')}::text[], ${column('amount')}::bigint[])
           as v (merchant_id, account, amount)
     group by v.merchant_id, v.account
    on conflict (tenant_id, merchant_id, account) do update set amount = fund_sum.amount + excluded.amount`.execute(
    tx,
  )
}

/** Notes that all lines before are folded. The transaction holds the lock of `lockFunds`. */
export async function setFolded({ tx, tenantId }: TenantRef, until: Date): Promise<void> {
  await tx.updateTable('fund_folded').set({ until }).where('tenant_id', '=', tenantId).execute()
}
