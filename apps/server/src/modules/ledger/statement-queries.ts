/** The lines that change funds, for statements: page by page, counted, and added up. */
import { addDays, startOfDay } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Start } from '../../kernel/long-list.ts'
import { sinceFold, untilOf } from './balance-queries.ts'
import type { PostingKind } from './ledger-queries.ts'

/** A line of the statement. Amounts are the merchant's: positive is owed to the merchant. */
export type StatementLine = {
  at: Date
  posting: string
  merchant_id: string
  orderno: string
  settle_id: string | null
  client: string
  gross: number
  fee: number
  amount: number
}

/** Which lines: days are the merchant's, and both ends are included. */
export type StatementFilter = {
  utcOffsetMinutes: number
  merchantId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  kinds?: readonly PostingKind[] | undefined
}

type Query = RawBuilder<unknown>
const nothing = sql``
const billKinds: ReadonlySet<PostingKind> = new Set(['paid', 'refund'])

/** Lines that are about no bill are found by an index of their own, which names this condition. */
const isAboutNoBill = ({ kinds }: StatementFilter): boolean =>
  kinds !== undefined && kinds.every((kind) => !billKinds.has(kind))

/** Refunds are found by an index of their own, too, which names this condition. */
const isOfKinds = (kinds: readonly PostingKind[]): Query =>
  kinds.length === 1 && kinds[0] === 'refund'
    ? sql`and split_part(l.posting, ' ', 2) = 'refund'`
    : sql`and split_part(l.posting, ' ', 2) = any(${kinds}::text[])`

function filtered(tenantId: string, filter: StatementFilter): Query {
  const { merchantId, from, to, kinds, utcOffsetMinutes: offset } = filter
  return sql`l.tenant_id = ${tenantId} and l.account = 'funds'
    ${isAboutNoBill(filter) ? sql`and l.orderno = ''` : nothing}
    ${merchantId === undefined ? nothing : sql`and l.merchant_id = ${merchantId}`}
    ${kinds ? isOfKinds(kinds) : nothing}
    ${from === undefined ? nothing : sql`and l.at >= ${startOfDay(from, offset)}`}
    ${to === undefined ? nothing : sql`and l.at < ${startOfDay(addDays(to, 1), offset)}`}`
}

/** The key of a line among those of the same moment. */
export const lineKey = ({ posting, merchant_id }: Pick<StatementLine, 'posting' | 'merchant_id'>): string =>
  `${posting} ${merchant_id}`
export const lineKeyPattern = /^\S{1,60} [a-z]{1,20} \d{1,18}$/

function beyond(start: Start): Query {
  if (!start) return nothing
  const { at, key } = start.position
  const isOlder = start.towards === 'older'
  if (key === null) return isOlder ? sql`and l.at < ${at}` : sql`and l.at >= ${at}`
  const split = key.lastIndexOf(' ')
  const position = sql`(${at}, ${key.slice(0, split)}, ${key.slice(split + 1)}::bigint)`
  // The plain limit chooses the months; PostgreSQL does not see them in the comparison of several columns.
  return isOlder
    ? sql`and l.at <= ${at} and (l.at, l.posting, l.merchant_id) < ${position}`
    : sql`and l.at >= ${at} and (l.at, l.posting, l.merchant_id) > ${position}`
}

/**
 * Lines beyond a place of the statement, the nearest first. Their places are read from an index alone, because a page may
 * begin behind thousands of lines; the lines of their postings follow by key.
 */
export async function readStatement(
  { tx, tenantId }: TenantRef,
  filter: StatementFilter,
  { start, limit, offset }: { start: Start; limit: number; offset: number },
): Promise<StatementLine[]> {
  const order = sql.raw(start?.towards === 'newer' ? 'asc' : 'desc')
  const { rows } = await sql<StatementLine>`
    select n.at, n.posting, n.merchant_id, p.orderno, p.settle_id, p.client, p.gross, p.fee, p.amount
      from (select l.at, l.posting, l.merchant_id from ledger_line l
             where ${filtered(tenantId, filter)} ${beyond(start)}
             order by l.at ${order}, l.posting ${order}, l.merchant_id ${order} limit ${limit} offset ${offset}) n
     cross join lateral (
       select max(o.orderno) as orderno, max(o.settle_id) as settle_id, max(o.client) as client,
              coalesce(sum(o.amount) filter (where o.account = 'provider'), 0)::int as gross,
              -coalesce(sum(o.amount) filter (where o.account = 'fee'), 0)::int as fee,
              -sum(o.amount) filter (where o.account = 'funds' and o.merchant_id = n.merchant_id)::int as amount
         from ledger_line o
        where o.tenant_id = ${tenantId} and o.at = n.at and o.posting = n.posting) p
     order by n.at ${order}, n.posting ${order}, n.merchant_id ${order}`.execute(tx)
  return rows
}

function filteredDays(tenantId: string, { merchantId, from, to, kinds }: StatementFilter): Query {
  return sql`d.tenant_id = ${tenantId}
    ${merchantId === undefined ? nothing : sql`and d.merchant_id = ${merchantId}`}
    ${kinds ? sql`and d.kind = any(${kinds}::text[])` : nothing}
    ${from === undefined ? nothing : sql`and d.day >= ${from}::date`}
    ${to === undefined ? nothing : sql`and d.day <= ${to}::date`}`
}

/** The number of lines of a statement: by the sums of days, and the lines since. */
export async function countStatement(ref: TenantRef, filter: StatementFilter): Promise<number> {
  const { tx, tenantId } = ref
  const [row] = await sinceFold(
    ref,
    async (until) =>
      (
        await sql<{ count: number; until: Date | null }>`
          select (select coalesce(sum(d.lines), 0) from fund_day d
                   where ${filteredDays(tenantId, filter)} and d.account = 'funds')::float8
               + (select count(*) from ledger_line l
                   where ${filtered(tenantId, filter)} and l.at >= ${until})::float8 as count,
                 ${untilOf(tenantId)}`.execute(tx)
      ).rows,
  )
  return row?.count ?? 0
}

/** What a payout account got in some days, by ledger account and kind of posting. Amounts are the merchant's. */
export type StatementSum = { account: string; kind: PostingKind; amount: number; lines: number }

export async function addUpStatement(
  ref: TenantRef,
  filter: StatementFilter & { merchantId: string; from: string; to: string },
): Promise<StatementSum[]> {
  const { tx, tenantId } = ref
  const { merchantId, from, to, kinds, utcOffsetMinutes: offset } = filter
  return sinceFold(
    ref,
    async (until) =>
      (
        await sql<StatementSum & { until: Date | null }>`
          select m.account, m.kind, (-sum(m.amount))::float8 as amount, sum(m.lines)::int as lines, ${untilOf(tenantId)}
            from (
              select d.account, d.kind, d.amount, d.lines from fund_day d where ${filteredDays(tenantId, filter)}
              union all
              select l.account, split_part(l.posting, ' ', 2), l.amount, 1 from ledger_line l
               where l.tenant_id = ${tenantId} and l.merchant_id = ${merchantId} and l.at >= ${until}
                 and l.at >= ${startOfDay(from, offset)} and l.at < ${startOfDay(addDays(to, 1), offset)}
                 ${kinds ? sql`and split_part(l.posting, ' ', 2) = any(${kinds}::text[])` : nothing}) m
           group by 1, 2`.execute(tx)
      ).rows,
  )
}

/** The first day on which a payout account got anything. */
export async function firstFundDay(
  { tx, tenantId }: TenantRef,
  merchantId: string,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('fund_day')
    .select('day')
    .where('tenant_id', '=', tenantId)
    .where('merchant_id', '=', merchantId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}
