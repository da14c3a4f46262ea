/** Machines as their merchant sees them. */
import type { DeviceFilter, List, MachineType, Page } from '@slotwise/contract'
import { rearrangingOps, silenceSeconds } from '@slotwise/machine-protocol'
import { type Expression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { atPage, countOf, sortingOf } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { contains, isOneOf } from '../../kernel/search.ts'
import { keepPastPlace } from './place-queries.ts'
import { lowSlot } from './stock-queries.ts'

type Filter = z.output<typeof DeviceFilter>

const pieceSize = 500

/** Marked online and heard of recently: a gateway that died leaves the mark behind. */
const isOnline = ({ now }: Pick<Ctx, 'now'>): Expression<SqlBool> =>
  sql<SqlBool>`(s.online and s.heard_at >= ${new Date(now.getTime() - silenceSeconds * 1000)})`
/** Since when the machine has its state. If a gateway died, it is offline since it was last heard of. */
const since = (ctx: Ctx) =>
  sql<Date>`case when s.online and not ${isOnline(ctx)} then s.heard_at else s.since end`
const isLow = (ctx: Ctx) => sql<SqlBool>`exists (select from channel c where c.tenant_id = ${ctx.tenant.id}
  and c.device_id = d.device_id and ${lowSlot('c')})`
const hasFault = (
  ctx: Ctx,
) => sql<SqlBool>`exists (select from device_fault f where f.tenant_id = ${ctx.tenant.id}
  and f.device_id = d.device_id and f.cleared_at is null)`

/** Whether a slot holds goods with this text in their name or article number. The goods are searched once, not by slot. */
const sells = (ctx: Ctx, typed: string) => sql<SqlBool>`d.device_id in (
  select c.device_id from channel c join goods g on g.tenant_id = ${ctx.tenant.id} and g.goods_id = c.goods_id
   where c.tenant_id = ${ctx.tenant.id} and ${contains(typed, ['g.title', 'g.code'])})`

/** Bound machines in the caller's scope, with their state. */
const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('device as d')
    .innerJoin('device_state as s', (join) =>
      join.on('s.tenant_id', '=', ctx.tenant.id).onRef('s.device_id', '=', 'd.device_id'),
    )
    .leftJoin('store as st', (join) =>
      join.on('st.tenant_id', '=', ctx.tenant.id).onRef('st.store_id', '=', 'd.store_id'),
    )
    .leftJoin('area as a', (join) =>
      join.on('a.tenant_id', '=', ctx.tenant.id).onRef('a.area_id', '=', 'st.area_id'),
    )
    .where('d.tenant_id', '=', ctx.tenant.id)
    .where('d.unbound_at', 'is', null)
    .where(inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' }))

function listed(ctx: Ctx, filter: Filter) {
  let query = inScope(ctx)
    .where(
      filter.q
        ? sql<SqlBool>`(${contains(filter.q, ['d.sn', 'd.title'])} or ${sells(ctx, filter.q)})`
        : sql<SqlBool>`true`,
    )
    .where(contains(filter.sn, ['d.sn']))
  if (filter.sns !== undefined) query = query.where(sql<boolean>`d.sn = any(${filter.sns}::text[])`)
  if (filter.area !== undefined) query = query.where('st.area_id', '=', filter.area)
  if (filter.store !== undefined) query = query.where('d.store_id', '=', filter.store)
  if (filter.in_store !== undefined)
    query = query.where('d.store_id', filter.in_store ? 'is not' : 'is', null)
  if (filter.type !== undefined) query = query.where('d.type', '=', filter.type)
  if (filter.online !== undefined) query = query.where(equals(isOnline(ctx), filter.online))
  if (filter.low !== undefined) query = query.where(equals(isLow(ctx), filter.low))
  if (filter.off !== undefined) query = query.where('s.off', '=', filter.off)
  if (filter.merchant_id !== undefined) query = query.where('d.merchant_id', '=', filter.merchant_id)
  if (filter.fault !== undefined) query = query.where(equals(hasFault(ctx), filter.fault))
  return query
}

const equals = (condition: Expression<SqlBool>, wanted: boolean): Expression<SqlBool> =>
  wanted ? condition : sql<SqlBool>`not ${condition}`

const columns = [
  'd.device_id',
  'd.sn',
  'd.title',
  'd.settings',
  'd.changed_revs',
  'd.settings_rev',
  'd.applied_rev',
  'd.applied_at',
  'd.unsupported_settings',
  'd.rev',
  'd.merchant_id',
  'd.bound_at',
  'd.store_id',
  'st.store_name',
  'st.area_id',
  'a.area_name',
  's.heard_at',
  's.rssi',
  's.net',
  's.app',
  's.android',
  's.temperature',
  's.off',
  's.contested_at',
] as const

/**
 * When the machine began to search for its slots, or was ordered to rearrange them: from the order on, an edit could
 * reach a slot that gets another number or is gone.
 */
const initializingSince = (ctx: Ctx) => sql<Date | null>`greatest(s.initializing_since, (
  select max(o.created_at) from command o
   where o.tenant_id = ${ctx.tenant.id} and o.device_id = s.device_id and o.state in ('created', 'sent', 'acknowledged')
     and o.op in (${sql.join(rearrangingOps.map((op) => sql.lit(op)))})))`

/** Only the name: a payout account has no number here. */
const merchantName = (ctx: Ctx) => sql<string | null>`(
  select c.mch_name from bank_card c where c.tenant_id = ${ctx.tenant.id} and c.merchant_id = d.merchant_id)`

const read = <O>(ctx: Ctx, query: Joined<O>) =>
  query.select([
    ...columns,
    merchantName(ctx).as('merchant_name'),
    initializingSince(ctx).as('initializing_since'),
    sql<MachineType>`d.type`.as('type'),
    sql<boolean>`${isOnline(ctx)}`.as('online'),
    since(ctx).as('since'),
  ])
type Joined<O> =
  ReturnType<typeof inScope> extends SelectQueryBuilder<infer DB, infer TB, unknown>
    ? SelectQueryBuilder<DB, TB, O>
    : never
export type DeviceRow = Awaited<ReturnType<ReturnType<typeof read<object>>['execute']>>[number]

export async function listDevices(ctx: Ctx, page: Page, filter: Filter): Promise<List<DeviceRow>> {
  const { order = 'newest' } = filter
  let query = read(ctx, listed(ctx, filter))
  const [column, direction] = sortingOf(order)
  if (column === 'title') query = query.orderBy('d.title', direction)
  if (column === 'type') query = query.orderBy('d.type', direction)
  // Machines in no store come last in both directions.
  if (column === 'store') query = query.orderBy('st.store_name', (by) => by[direction]().nullsLast())
  if (column === 'area') query = query.orderBy('a.area_name', (by) => by[direction]().nullsLast())
  if (order === 'offline') query = query.orderBy(sql`${isOnline(ctx)}`).orderBy(since(ctx))
  // Machines with the most slots to refill; only low slots are read.
  if (order === 'stock')
    query = query
      .leftJoin(
        (from) =>
          from
            .selectFrom('channel as c')
            .select(['c.device_id', sql<number>`count(*)`.as('low')])
            .where('c.tenant_id', '=', ctx.tenant.id)
            .where(lowSlot('c'))
            .groupBy('c.device_id')
            .as('l'),
        (join) => join.onRef('l.device_id', '=', 'd.device_id'),
      )
      .orderBy('l.low', (order) => order.desc().nullsLast())
  const data = await query.orderBy('d.device_id', 'desc').$call(atPage(page)).execute()
  return { data, count: await countDevices(ctx, filter) }
}

export const countDevices = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All machines of a filter in pieces, for exports. */
export const eachDevice = (ctx: Ctx, filter: Filter): AsyncGenerator<DeviceRow[]> =>
  inPieces(
    (row) => row.device_id,
    (before) => {
      const query = read(ctx, listed(ctx, filter)).orderBy('d.device_id', 'desc').limit(pieceSize)
      return (before ? query.where('d.device_id', '<', before) : query).execute()
    },
  )

/** A subquery: the machines of a filter. */
export const deviceIdsOfFilter = (ctx: Ctx, filter: Filter) => listed(ctx, filter).select('d.device_id')

/** The machines of a filter with their places, for work on all of them. */
export const placedDevices = (ctx: Ctx, filter: Filter) =>
  listed(ctx, filter)
    .select(['d.device_id', 'd.sn', 'd.title', sql<MachineType>`d.type`.as('type'), 'd.store_id'])
    .select(['st.store_name', 'st.area_id', 'a.area_name'])
    .orderBy('d.device_id')
    .execute()
export type PlacedDevice = Awaited<ReturnType<typeof placedDevices>>[number]

export const findDevice = (ctx: Ctx, sn: string): Promise<DeviceRow | undefined> =>
  read(ctx, inScope(ctx)).where('d.sn', '=', sn).executeTakeFirst()

/**
 * The machines of a filter by their states, whichever of the states it asks for. Counted one after the other, because
 * each has an index of its own.
 */
export async function countStates(
  ctx: Ctx,
  { online: _online, low: _low, fault: _fault, ...filter }: Filter,
): Promise<{ all: number; online: number; low: number; fault: number }> {
  return {
    all: await countDevices(ctx, filter),
    online: await countDevices(ctx, { ...filter, online: true }),
    low: await countDevices(ctx, { ...filter, low: true }),
    fault: await countDevices(ctx, { ...filter, fault: true }),
  }
}

/** How many machines are online and how many are not. */
export async function countOnline(ctx: Ctx): Promise<{ online: number; offline: number }> {
  const { online, offline } = await inScope(ctx)
    .select([
      sql<number>`(count(*) filter (where ${isOnline(ctx)}))::int`.as('online'),
      sql<number>`(count(*) filter (where not ${isOnline(ctx)}))::int`.as('offline'),
    ])
    .executeTakeFirstOrThrow()
  return { online, offline }
}

/** The machines that are offline, those that went offline last first. */
export async function offlineDevices(ctx: Ctx): Promise<string[]> {
  const rows = await listed(ctx, { online: false })
    .select('d.device_id')
    .orderBy(since(ctx), 'desc')
    .orderBy('d.device_id')
    .execute()
  return rows.map((row) => row.device_id)
}

/** Some of the machines, in any order. */
export const devicesByIds = (ctx: Ctx, ids: readonly string[]): Promise<DeviceRow[]> =>
  read(ctx, inScope(ctx)).where(isOneOf(ids, 'd.device_id')).execute()

/** Whether the caller sees any machine. */
export const hasDevices = async (ctx: Ctx): Promise<boolean> =>
  (await inScope(ctx).select('d.device_id').limit(1).executeTakeFirst()) !== undefined

/** How many machines stand in each of these stores, within the caller's scope; a store of 0 is no store. */
export async function deviceCountsOf(ctx: Ctx, stores: readonly string[]): Promise<Map<string, number>> {
  const rows = await inScope(ctx)
    .select([sql<string>`coalesce(d.store_id, 0)`.as('store'), sql<number>`count(*)::int`.as('count')])
    .where(sql<boolean>`coalesce(d.store_id, 0) = any(${stores}::bigint[])`)
    .groupBy('d.store_id')
    .execute()
  return new Map(rows.map(({ store, count }) => [store, count]))
}

type Change = {
  title?: string
  store_id?: string | null
  merchant_id?: string | null
  settings?: Record<string, unknown>
}

/**
 * Returns false when the machine is gone or was changed since `rev`. The caller holds the lock of its state, so that its
 * place does not change meanwhile.
 */
export async function updateDevice(
  ctx: Ctx,
  id: string,
  rev: number | undefined,
  { settings, ...change }: Change,
): Promise<boolean> {
  const isMoved = await keepPastPlace(ctx, id, change)
  return changesOne(
    ctx.tx
      .updateTable('device')
      .set((eb) => ({
        ...change,
        ...(isMoved ? { placed_at: ctx.now } : {}),
        ...(settings ? { settings: sql<string>`settings || ${JSON.stringify(settings)}::jsonb` } : {}),
        rev: eb('rev', '+', 1),
      }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('device_id', '=', id)
      .where('unbound_at', 'is', null)
      .where(atRev(rev)),
  )
}

/** Ordered by number, as in every path that locks several. */
const withSns = (ctx: Ctx, sns: readonly string[]) =>
  inScope(ctx)
    .where(sql<boolean>`d.sn = any(${sns}::text[])`)
    .orderBy('d.device_id')

export async function deviceIds(ctx: Ctx, sns: readonly string[]): Promise<string[]> {
  const rows = await withSns(ctx, sns).select('d.device_id').execute()
  return rows.map((row) => row.device_id)
}

export const readDevices = (ctx: Ctx, sns: readonly string[]): Promise<DeviceRow[]> =>
  read(ctx, withSns(ctx, sns)).execute()

/** Locks the machines until the call ends. */
export const lockForEdit = (ctx: Ctx, sns: readonly string[]): Promise<DeviceRow[]> =>
  read(ctx, withSns(ctx, sns)).forNoKeyUpdate('d').execute()
