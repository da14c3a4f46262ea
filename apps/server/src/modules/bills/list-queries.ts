/**
 * Bills of a selection in the order of time, read from a place in either direction. Each way to read follows an index in
 * the order of the list, so that a page costs what its rows cost:
 *
 * - some machines or stores: each is read by its own index, and what they give is merged; bills in no store are found
 *   among all;
 * - the scope of a caller: its stores and its machines, in the same way;
 * - goods: the list of bills of these goods;
 * - statuses other than success, which are rare: each by its own index, merged;
 * - else the payment's index, or all bills.
 */
import { type RawBuilder, sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Start } from '../../kernel/long-list.ts'
import { noStore, type TimeSpan } from '../../kernel/sold-by.ts'
import { billColumns, type NamedBill } from './bill-queries.ts'
import { nameColumns } from './name-queries.ts'
import { contentsOfBills, fitsSums, placesOfBills, type Selection } from './selected-queries.ts'

export type BillKey = { create_at: Date; orderno: string }

/** Which part of the list to read. `reach`: no bill beyond it is needed, so months beyond it are not looked at. */
export type Part = { start: Start; limit: number; offset: number; reach?: Date | undefined }

type Query = RawBuilder<unknown>

const nothing = sql``

/** Limits of time for `column`: the place where reading begins replaces the bound of the range on its side. */
function within(alias: string, { since, before }: Selection, { start, reach }: Part): Query {
  const at = sql.ref(`${alias}.create_at`)
  const towards = start?.towards ?? 'older'
  const least = towards === 'older' ? latest(since, reach) : start ? undefined : since
  const most = towards === 'newer' ? earliest(before, reach) : start ? undefined : before
  return sql`${least ? sql`and ${at} >= ${least}` : nothing} ${most ? sql`and ${at} < ${most}` : nothing}
    ${beyond(alias, start, towards === 'older' ? before : since)}`
}

const latest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b))
const earliest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

/** `bound` is that of the range on the side of the start; a start outside of the range does not widen it. */
function beyond(alias: string, start: Start, bound: Date | undefined): Query {
  if (!start) return nothing
  const at = sql.ref(`${alias}.create_at`)
  const { position, towards } = start
  if (towards === 'older') {
    if (bound && position.at >= bound) return sql`and ${at} < ${bound}`
    if (position.key === null) return sql`and ${at} < ${position.at}`
    // The plain limit chooses the months; PostgreSQL does not see them in the comparison of two columns.
    return sql`and ${at} <= ${position.at} and (${at}, ${sql.ref(`${alias}.orderno`)}) < (${position.at}, ${position.key})`
  }
  if (bound && position.at < bound) return sql`and ${at} >= ${bound}`
  if (position.key === null) return sql`and ${at} >= ${position.at}`
  return sql`and ${at} >= ${position.at} and (${at}, ${sql.ref(`${alias}.orderno`)}) > (${position.at}, ${position.key})`
}

/** The bills of a part of the list, those nearest to its start first. */
export async function readKeys(ctx: Ctx, selection: Selection, part: Part): Promise<BillKey[]> {
  const { start, limit, offset } = part
  const order = sql.raw(start?.towards === 'newer' ? 'asc' : 'desc')
  const { rows } = await sql<BillKey>`
    select k.create_at, k.orderno from (${source(ctx, selection, part, order)}) k
     order by k.create_at ${order}, k.orderno ${order} limit ${limit} offset ${offset}`.execute(ctx.tx)
  return rows
}

/** Passing over so many bills takes less time than another statement. */
const fewBills = 500

/** The lengths of pages, each with the bill that tells whether the list goes on. */
const pageLimits = [11, 21, 51, 101]

/**
 * The bills of a page of all bills. Returns undefined where `readKeys` has to find them.
 *
 * The limit is part of the text, so that PostgreSQL plans the statement once: a plan for any limit looks so costly to it
 * that it would plan every call again, for longer than the page takes.
 */
export async function readPlainPage(
  ctx: Ctx,
  selection: Selection,
  part: Part,
): Promise<NamedBill[] | undefined> {
  const { limit, offset, start } = part
  const most = pageLimits.find((one) => one >= limit)
  if (!isWhole(selection) || offset > fewBills || most === undefined) return undefined
  const order = sql.raw(start?.towards === 'newer' ? 'asc' : 'desc')
  const { rows } = await sql<NamedBill>`
    select ${billColumns}, ${nameColumns(ctx.tenant.id)} from bill b
     where b.tenant_id = ${ctx.tenant.id} ${within('b', selection, part)}
     order by b.create_at ${order}, b.orderno ${order} limit ${sql.lit(most)} ${offset > 0 ? sql`offset ${offset}` : nothing}`.execute(
    ctx.tx,
  )
  return rows.slice(0, limit)
}

/**
 * Whether a selection has all bills of its days. The bills of a machine or a store lie apart in the table, and one plan
 * for all of them is slower than one for each call.
 */
const isWhole = (selection: Selection): boolean =>
  fitsSums(selection) &&
  selection.scope.all &&
  [selection.client, selection.devices, selection.stores].every((one) => one === undefined)

/** Passing over so many bills of all places by their index takes less time than to add up the hours of a day. */
const manyBills = 10_000

/** Whether the hour of a bill is looked up, because its day has too many newer ones (`skip`) and older ones to pass over. */
export const isFar = (selection: Selection, { count }: TimeSpan & { count: number }, skip: number): boolean =>
  isWhole(selection) ? Math.min(skip, count - skip) > manyBills : skip > fewBills

/**
 * The last of the `skip` newest bills of a span, counted from the end that is nearer. Returns undefined for other
 * selections, and where they are so few that the page passes over them itself.
 */
export async function lastSkipped(
  ctx: Ctx,
  selection: Selection,
  { since, before, count }: TimeSpan & { count: number },
  skip: number,
): Promise<BillKey | undefined> {
  if (!isWhole(selection) || skip <= fewBills) return undefined
  const isNew = skip <= count / 2
  const order = sql.raw(isNew ? 'desc' : 'asc')
  const { rows } = await sql<BillKey>`
    select ${keys} from bill b
     where b.tenant_id = ${ctx.tenant.id} and b.create_at >= ${since} and b.create_at < ${before}
     order by b.create_at ${order}, b.orderno ${order} limit 1 offset ${isNew ? skip - 1 : count - skip}`.execute(
    ctx.tx,
  )
  return rows[0]
}

/** Counts the bills of a selection; counting stops at `limit`. */
export async function countKeys(ctx: Ctx, selection: Selection, limit?: number): Promise<number> {
  const part = { start: undefined, limit: limit ?? 0, offset: 0 }
  const all = sql`select ${keys} ${from(ctx, selection)} ${within(timed(selection), selection, part)}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${all} ${limit === undefined ? nothing : sql`limit ${limit}`}) k`.execute(
    ctx.tx,
  )
  return rows[0]?.count ?? 0
}

const keys = sql.raw('b.create_at, b.orderno')
const timed = ({ goods }: Selection): 'g' | 'b' => (goods === undefined ? 'b' : 'g')

/** The bills of a selection at any time. */
export function from(ctx: Ctx, selection: Selection): Query {
  const { id } = ctx.tenant
  const conditions = sql`${contentsOfBills(selection)} ${placesOfBills(selection)}`
  if (selection.goods === undefined) return sql`from bill b where b.tenant_id = ${id} ${conditions}`
  return sql`from bill_goods g join bill b
      on b.tenant_id = ${id} and b.create_at = g.create_at and b.orderno = g.orderno
   where g.tenant_id = ${id} and g.goods_id = ${selection.goods} ${conditions}`
}

export const inRange = (selection: Selection): Query =>
  within(timed(selection), selection, { start: undefined, limit: 0, offset: 0 })

function source(ctx: Ctx, selection: Selection, part: Part, order: Query): Query {
  const { devices, stores, scope, statuses, goods } = selection
  const one = reader(ctx, selection, part, order)
  if (goods !== undefined)
    return sorted(timed(selection), sql`${from(ctx, selection)}`, selection, part, order)
  if (devices) return one.each(devices, 'device_id')
  if (stores && !stores.includes(noStore)) return one.each(stores, 'store_id')
  if (stores) return sorted('b', from(ctx, selection), selection, part, order)
  if (!scope.all)
    return sql`(${one.each(scope.stores, 'store_id')}) union all
      (${one.each(scope.devices, 'device_id', sql`and (b.store_id is null or b.store_id <> all(${scope.stores}::bigint[]))`)})`
  if (statuses && !statuses.includes(0)) return one.eachStatus(statuses)
  return sorted('b', from(ctx, selection), selection, part, order)
}

const sorted = (alias: 'g' | 'b', query: Query, selection: Selection, part: Part, order: Query): Query => sql`
  select ${sql.ref(`${alias}.create_at`)}, ${sql.ref(`${alias}.orderno`)} ${query} ${within(alias, selection, part)}
   order by ${sql.ref(`${alias}.create_at`)} ${order}, ${sql.ref(`${alias}.orderno`)} ${order}
   limit ${part.limit + part.offset}`

/** Reads the bills of each of several values of a column by the column's index. */
function reader(ctx: Ctx, selection: Selection, part: Part, order: Query) {
  const rest = sql`${contentsOfBills(selection)} ${placesOfBills(selection)} ${within('b', selection, part)}`
  const lateral = (values: Query, condition: Query): Query => sql`
    select n.create_at, n.orderno from unnest(${values}) v (value) cross join lateral (
      select ${keys} from bill b where b.tenant_id = ${ctx.tenant.id} ${condition} ${rest}
       order by b.create_at ${order}, b.orderno ${order} limit ${part.limit + part.offset}) n`
  return {
    each: (ids: readonly string[], column: 'device_id' | 'store_id', also: Query = nothing): Query =>
      lateral(sql`${ids}::bigint[]`, sql`and ${sql.ref(`b.${column}`)} = v.value ${also}`),
    eachStatus: (statuses: readonly number[]): Query =>
      lateral(sql`${statuses}::smallint[]`, sql`and b.status = v.value`),
  }
}
