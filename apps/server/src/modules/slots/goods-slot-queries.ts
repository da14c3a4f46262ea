/** The slots of many machines that hold the same goods. Every statement works on all of them at once. */
import type { GoodsSlotNarrowing, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { atPage, sortedBy } from '../../kernel/paging.ts'
import { hundredths, percentOf } from '../../kernel/percent.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { contains } from '../../kernel/search.ts'
import { keepPastGoods } from './past-goods-queries.ts'

type Narrowing = z.output<typeof GoodsSlotNarrowing>

/** A slot and the machine that it is in. */
export type PlacedSlot = { device_id: string; channel_sn: number }

/** What the merchant can change in the slots of several machines at once. */
export type SlotTerms = {
  goods_id: string | null
  price: number | null
  game_price: number | null
  rate: number | null
  max: number
  enabled: boolean
}

export type GoodsSlotRow = PlacedSlot & SlotTerms & { rev: number; quantity: number }

const slotColumns = [
  'device_id',
  'channel_sn',
  'rev',
  'goods_id',
  'price',
  'game_price',
  'quantity',
  'max',
  'enabled',
] as const
const rate = percentOf('rate').as('rate')

const isWaiting = sql<boolean>`(d.applied_at is null or c.settings_rev > d.applied_rev)`

/** Whether the machine has reported its slots, and this one is not among them. */
const isAbsent = (ctx: Ctx) => sql<boolean>`(
  exists (select from slot_report r where r.tenant_id = ${ctx.tenant.id} and r.device_id = c.device_id)
  and not exists (select from slot_report r where r.tenant_id = ${ctx.tenant.id}
                     and r.device_id = c.device_id and r.channel_sn = c.channel_sn))`

/** Whether what the merchant has set is not in force at the machine. */
const isOpen = (ctx: Ctx) => sql<boolean>`(${isWaiting} or ${isAbsent(ctx)})`

/** The slots that hold the goods, of machines that the caller may see. */
function slotsOf(ctx: Ctx, goodsId: string, { q, area, store, price, waiting }: Narrowing) {
  let query = ctx.tx
    .selectFrom('channel as c')
    .innerJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'c.device_id'),
    )
    .leftJoin('store as st', (join) =>
      join.on('st.tenant_id', '=', ctx.tenant.id).onRef('st.store_id', '=', 'd.store_id'),
    )
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where('c.goods_id', '=', goodsId)
    .where('d.unbound_at', 'is', null)
    .where(inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' }))
    .where(contains(q, ['d.sn', 'd.title']))
  if (area !== undefined) query = query.where('st.area_id', '=', area)
  if (store !== undefined) query = query.where('d.store_id', '=', store)
  if (price !== undefined) query = query.where('c.price', '=', price)
  if (waiting !== undefined) query = query.where(sql<boolean>`${isOpen(ctx)} = ${waiting}`)
  return query
}

export type ListedRow = Omit<GoodsSlotRow, 'game_price' | 'rate'> & { waiting: boolean; absent: boolean }

const sorting = {
  device: sql`d.title`,
  store: sql`st.store_name`,
  price: sql`c.price`,
  quantity: sql`c.quantity`,
}

/** A page of the slots, machine by machine unless the filter names an order. */
export const listGoodsSlots = (
  ctx: Ctx,
  page: Page,
  goodsId: string,
  filter: Narrowing,
): Promise<ListedRow[]> =>
  slotsOf(ctx, goodsId, filter)
    .select(['c.device_id', 'c.channel_sn', 'c.rev', 'c.goods_id', 'c.price', 'c.quantity', 'c.max'])
    .select(['c.enabled', isWaiting.as('waiting')])
    .select(isAbsent(ctx).as('absent'))
    .$call(sortedBy(filter.order, sorting))
    .orderBy('d.title')
    .orderBy('c.device_id')
    .orderBy('c.channel_sn')
    .$call(atPage(page))
    .execute()

export const countGoodsSlots = (
  ctx: Ctx,
  goodsId: string,
  filter: Narrowing,
): Promise<{ count: number; waiting: number; min_price: number | null; max_price: number | null }> =>
  slotsOf(ctx, goodsId, filter)
    .select([
      sql<number | null>`min(c.price)`.as('min_price'),
      sql<number | null>`max(c.price)`.as('max_price'),
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where ${isOpen(ctx)}))::int`.as('waiting'),
    ])
    .executeTakeFirstOrThrow()

/** The places of all slots that a condition finds; at most one more than `atMost`. */
export const placesOf = (
  ctx: Ctx,
  goodsId: string,
  filter: Narrowing,
  atMost: number,
): Promise<PlacedSlot[]> =>
  slotsOf(ctx, goodsId, filter)
    .select(['c.device_id', 'c.channel_sn'])
    .orderBy('c.device_id')
    .orderBy('c.channel_sn')
    .limit(atMost + 1)
    .execute()

type PricedGoods = { goods_id: string; was: number }

/** The slots that hold one of the goods at its former list price, of machines that the caller may see. */
const slotsAt = (ctx: Ctx, goods: readonly PricedGoods[]) =>
  ctx.tx
    .selectFrom('channel as c')
    .innerJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'c.device_id'),
    )
    .where('c.tenant_id', '=', ctx.tenant.id)
    .where('d.unbound_at', 'is', null)
    .where(inDeviceScope(ctx, { device: 'd.device_id', store: 'd.store_id' }))
    .where(
      sql<boolean>`(c.goods_id, c.price) in (
        select * from unnest(${goods.map(({ goods_id: id }) => id)}::bigint[], ${goods.map(({ was }) => was)}::int[]))`,
    )

export const countSlotsAt = (
  ctx: Ctx,
  goods: readonly PricedGoods[],
): Promise<{ slots: number; goods: number; devices: number }> =>
  slotsAt(ctx, goods)
    .select([
      sql<number>`count(*)::int`.as('slots'),
      sql<number>`count(distinct c.goods_id)::int`.as('goods'),
      sql<number>`count(distinct c.device_id)::int`.as('devices'),
    ])
    .executeTakeFirstOrThrow()

/** Their places; at most one more than `atMost`. */
export const placesAt = (ctx: Ctx, goods: readonly PricedGoods[], atMost: number): Promise<PlacedSlot[]> =>
  slotsAt(ctx, goods)
    .select(['c.device_id', 'c.channel_sn'])
    .orderBy('c.device_id')
    .orderBy('c.channel_sn')
    .limit(atMost + 1)
    .execute()

/** Machines by their serial numbers, as far as the caller may see them. */
export async function devicesBySn(ctx: Ctx, sns: readonly string[]): Promise<Map<string, string>> {
  const rows = await ctx.tx
    .selectFrom('device')
    .select(['sn', 'device_id'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('unbound_at', 'is', null)
    .where(sql<boolean>`sn = any(${sns}::text[])`)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))
    .execute()
  return new Map(rows.map((row) => [row.sn, row.device_id]))
}

/** The slots of these machines. */
export const slotsOfDevices = (ctx: Ctx, deviceIds: readonly string[]): Promise<GoodsSlotRow[]> =>
  ctx.tx
    .selectFrom('channel')
    .select([...slotColumns, rate])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`device_id = any(${deviceIds}::bigint[])`)
    .orderBy('device_id')
    .orderBy('channel_sn')
    .execute()

/**
 * Locks the slots of these machines that hold the goods; with null, all of them. Always in the same order, so that two
 * calls never deadlock.
 */
export const lockGoodsSlots = (
  ctx: Ctx,
  goodsId: string | null,
  deviceIds: readonly string[],
): Promise<GoodsSlotRow[]> =>
  ctx.tx
    .selectFrom('channel')
    .select([...slotColumns, rate])
    .where('tenant_id', '=', ctx.tenant.id)
    .where(sql<boolean>`device_id = any(${deviceIds}::bigint[])`)
    .where(goodsId === null ? sql<boolean>`true` : sql<boolean>`goods_id = ${goodsId}`)
    .orderBy('device_id')
    .orderBy('channel_sn')
    .forUpdate()
    .execute()

/**
 * Writes the terms of locked slots. `isForMachines`: the machines have to know, and get the slots with the present
 * settings revision of theirs.
 */
export async function writeTerms(
  ctx: Ctx,
  slots: readonly (PlacedSlot & SlotTerms)[],
  isForMachines: boolean,
): Promise<void> {
  const column = <T>(of: (slot: PlacedSlot & SlotTerms) => T): T[] => slots.map(of)
  await keepPastGoods(
    { ...refOf(ctx), now: ctx.now },
    slots.map(({ device_id, channel_sn: ch, goods_id: goods }) => ({ deviceId: device_id, ch, goods })),
  )
  await sql`
    update channel c set goods_id = v.goods_id, price = v.price, game_price = v.game_price, rate = v.rate,
           max = v.max, enabled = v.enabled, rev = c.rev + 1,
           settings_rev = case when ${isForMachines} then d.settings_rev else c.settings_rev end
      from unnest(${column(({ device_id: id }) => id)}::bigint[], ${column(({ channel_sn: no }) => no)}::int[],
                  ${column(({ goods_id: id }) => id)}::bigint[], ${column(({ price }) => price)}::int[],
                  ${column(({ game_price: price }) => price)}::int[],
                  ${column(({ rate: percent }) => hundredths(percent))}::int[],
                  ${column(({ max }) => max)}::int[], ${column(({ enabled }) => enabled)}::boolean[])
           as v (device_id, ch, goods_id, price, game_price, rate, max, enabled)
      join device d on d.tenant_id = ${ctx.tenant.id} and d.device_id = v.device_id
     where c.tenant_id = ${ctx.tenant.id} and c.device_id = v.device_id and c.channel_sn = v.ch`.execute(
    ctx.tx,
  )
}
