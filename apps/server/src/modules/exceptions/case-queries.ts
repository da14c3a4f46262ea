/** Cases as the main account sees them. */
import {
  addDays,
  type BillStatus,
  type CaseFilter,
  type CaseKind,
  type CaseReason,
  countryFacts,
  type OnlineClient,
  type Page,
  type PayClient,
  type refundStates,
  type RunFilter,
  startOfDay,
  type StatementRun,
  type StatementState,
} from '@slotwise/contract'
import type { SlipReason } from '@slotwise/machine-protocol'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, olderThan } from '../../kernel/long-list.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'
import type { Work } from '../../kernel/work.ts'

export type Filter = z.output<typeof CaseFilter>

const pieceSize = 500

const cases = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('exception_case as c')
    .leftJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'c.device_id'),
    )
    .leftJoin('store as st', (join) =>
      join.on('st.tenant_id', '=', ctx.tenant.id).onRef('st.store_id', '=', 'c.store_id'),
    )
    .where('c.tenant_id', '=', ctx.tenant.id)

/** The cases of the filter's places and days. The caller applies its kind and state. */
function around(ctx: Ctx, { from, to, store, sn, ids }: Filter) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  let query = cases(ctx).where(isOneOf(ids, 'c.case_id'))
  if (from !== undefined) query = query.where('c.since', '>=', startOfDay(from, utcOffsetMinutes))
  if (to !== undefined) query = query.where('c.since', '<', startOfDay(addDays(to, 1), utcOffsetMinutes))
  if (store !== undefined) query = query.where('c.store_id', '=', store)
  if (sn !== undefined) query = query.where('d.sn', '=', sn)
  return query
}

function listed(ctx: Ctx, filter: Filter) {
  let query = around(ctx, filter)
  if (filter.kind !== undefined) query = query.where('c.kind', '=', filter.kind)
  switch (filter.state ?? 'open') {
    case 'open':
      return query.where('c.closed_at', 'is', null).where('c.done_at', 'is', null)
    case 'done':
      return query.where('c.done_at', 'is not', null)
    case 'closed':
      return query.where('c.closed_at', 'is not', null).where('c.done_at', 'is', null)
  }
}

const read = <O>(query: Joined<O>) =>
  query.select([
    'c.case_id',
    'c.subject',
    'c.orderno',
    'c.order_at',
    'c.merchant_order',
    'c.txn',
    'c.since',
    'c.lost_at',
    'c.found_at',
    'c.closed_at',
    'c.taker',
    'c.taken_at',
    'c.done_at',
    'c.remarks',
    'c.store_id',
    'd.sn',
    'd.title',
    'st.store_name',
    sql<number>`c.amount::float8`.as('amount'),
    sql<number | null>`c.their_paid::float8`.as('their_paid'),
    sql<number | null>`c.their_refunded::float8`.as('their_refunded'),
    sql<CaseKind>`c.kind`.as('kind'),
    sql<CaseReason>`c.reason`.as('reason'),
    sql<PayClient | null>`c.client`.as('client'),
    'c.mid',
    'c.field',
    sql<SlipReason | null>`c.slip`.as('slip'),
  ])
type Joined<O> =
  ReturnType<typeof cases> extends SelectQueryBuilder<infer DB, infer TB, unknown>
    ? SelectQueryBuilder<DB, TB, O>
    : never
export type CaseRow = Awaited<ReturnType<ReturnType<typeof read<object>>['execute']>>[number]

const order = { at: 'c.since', key: 'c.case_id' }

const newestFirst = (ctx: Ctx, filter: Filter) =>
  read(listed(ctx, filter)).orderBy('c.since', 'desc').orderBy('c.case_id', 'desc')

export const listCases = (ctx: Ctx, filter: Filter, page: Page): Promise<CaseRow[]> =>
  newestFirst(ctx, filter).$call(atPage(page)).execute()

export const countCases = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All cases of a filter in pieces, for exports. */
export const eachCase = (ctx: Ctx, filter: Filter): AsyncGenerator<CaseRow[]> =>
  eachPiece((last) =>
    newestFirst(ctx, filter)
      .where(isBeyond(last && olderThan({ at: last.since, key: last.case_id }), order))
      .limit(pieceSize)
      .execute(),
  )

/** The open cases of the filter's places and days, by kind. */
export async function openByKind(
  ctx: Ctx,
  filter: Filter,
): Promise<{ kind: CaseKind; count: number; amount: number }[]> {
  const rows = await around(ctx, filter)
    .where('c.closed_at', 'is', null)
    .where('c.done_at', 'is', null)
    .select([
      sql<CaseKind>`c.kind`.as('kind'),
      sql<number>`count(*)::int`.as('count'),
      sql<string>`sum(c.amount)::text`.as('amount'),
    ])
    .groupBy('c.kind')
    .execute()
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** How many cases wait for the main account. */
export async function countOpen({ tx, tenantId }: TenantRef): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exception_case
     where tenant_id = ${tenantId} and closed_at is null and done_at is null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Locks the case until the call ends. */
export const lockCase = (ctx: Ctx, id: string): Promise<CaseRow | undefined> =>
  read(cases(ctx)).where('c.case_id', '=', id).forUpdate('c').executeTakeFirst()

export async function changeWork(ctx: Ctx, id: string, work: Work): Promise<void> {
  await ctx.tx
    .updateTable('exception_case')
    .set(work)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('case_id', '=', id)
    .execute()
}

export type LastRefund = {
  orderno: string
  refund_no: string
  state: (typeof refundStates)[number]
  asked_at: Date
  /** What is known of its end, as far as the provider has said. */
  why: string | null
}

/** The last refund of each of these bills. */
export async function lastRefunds(ctx: Ctx, ordernos: readonly string[]): Promise<Map<string, LastRefund>> {
  if (ordernos.length === 0) return new Map()
  const { rows } = await sql<LastRefund>`
    select distinct on (orderno) orderno, refund_no, state, asked_at, why from bill_refund
     where tenant_id = ${ctx.tenant.id} and orderno = any(${ordernos}::text[])
     order by orderno, refund_id desc`.execute(ctx.tx)
  return new Map(rows.map((row) => [row.orderno, row]))
}

/** The status of each of these bills. */
export async function statusesOf(
  ctx: Ctx,
  bills: readonly { orderno: string; at: Date }[],
): Promise<Map<string, BillStatus>> {
  if (bills.length === 0) return new Map()
  const { rows } = await sql<{ orderno: string; status: BillStatus }>`
    select orderno, status from bill
     where tenant_id = ${ctx.tenant.id} and create_at = any(${bills.map(({ at }) => at)}::timestamptz[])
       and orderno = any(${bills.map(({ orderno }) => orderno)}::text[])`.execute(ctx.tx)
  return new Map(rows.map((row) => [row.orderno, row.status]))
}

export type RunRow = Pick<StatementRun, 'day' | 'lines' | 'matched' | 'differing'> & {
  client: OnlineClient
  account_key: string
  source: StatementRun['source']
  our_paid: string
  their_paid: string
  our_refunded: string
  their_refunded: string
  ended_at: Date
}

type Runs = z.output<typeof RunFilter>

const stateIs: Record<StatementState, RawBuilder<boolean>> = {
  same: sql<boolean>`(source is not null and differing = 0)`,
  differs: sql<boolean>`(source is not null and differing > 0)`,
  missing: sql<boolean>`source is null`,
}

const runs = (ctx: Ctx, { client, state }: Runs) => {
  const all = ctx.tx.selectFrom('statement_run').where('tenant_id', '=', ctx.tenant.id)
  const query = client === undefined ? all : all.where('client', '=', client)
  return state === undefined ? query : query.where(stateIs[state])
}

/** Comparisons, the newest day first. */
export const listRuns = (ctx: Ctx, filter: Runs, page: Page): Promise<RunRow[]> =>
  runs(ctx, filter)
    .select([
      sql<string>`day::text`.as('day'),
      sql<OnlineClient>`client`.as('client'),
      sql<StatementRun['source']>`source`.as('source'),
      'account_key',
      'lines',
      'matched',
      'differing',
      'our_paid',
      'their_paid',
      'our_refunded',
      'their_refunded',
      'ended_at',
    ])
    .orderBy('statement_run.day', 'desc')
    .orderBy('statement_run.client')
    .orderBy('statement_run.account_key')
    .$call(atPage(page))
    .execute()

export const countRuns = (ctx: Ctx, filter: Runs): Promise<number> => countOf(runs(ctx, filter))

/** Deletes cases that ended before the date. */
export const deleteEndedBefore = (
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('exception_case')
      .where('tenant_id', '=', tenantId)
      .where('case_id', 'in', (eb) =>
        eb
          .selectFrom('exception_case')
          .select('case_id')
          .where('tenant_id', '=', tenantId)
          .where(sql<boolean>`least(closed_at, done_at) < ${before}`)
          .limit(atMost),
      ),
  )

/** Deletes comparisons of days before. */
export const deleteRunsBefore = ({ tx, tenantId }: TenantRef, day: string, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('statement_run')
      .where('tenant_id', '=', tenantId)
      .where(
        sql<boolean>`(client, account_key, day) in (
          select client, account_key, day from statement_run
           where tenant_id = ${tenantId} and day < ${day}::date limit ${atMost})`,
      ),
  )
