/** What slots sell, as machines are told and as the server prices sales and orders: both read the same slots. */
import { minPrice } from '@slotwise/contract'
import { sql } from 'kysely'

import type { MachineRef, TenantRef } from '../../kernel/ctx.ts'
import { percentOf } from '../../kernel/percent.ts'

const slotsWithGoods = ({ tx, tenantId }: TenantRef, deviceIds: readonly string[]) =>
  tx
    .selectFrom('channel as c')
    .leftJoin('goods as g', (join) =>
      join.on('g.tenant_id', '=', tenantId).onRef('g.goods_id', '=', 'c.goods_id'),
    )
    .select(['c.device_id', 'c.channel_sn as ch', 'c.goods_id', 'c.price', 'c.enabled'])
    .select(sql<string>`coalesce(g.title, '')`.as('title'))
    // Where a machine has one game price for all of its slots, each slot holds it.
    .select('c.game_price')
    .where('c.tenant_id', '=', tenantId)
    .where(sql<boolean>`c.device_id = any(${deviceIds}::bigint[])`)
    .orderBy('c.device_id')
    .orderBy('c.channel_sn')

/** The settings of slots that are sent to the machine. A slot without goods or without a price is not for sale. */
export async function slotSettings(machine: MachineRef) {
  const rows = await slotsWithGoods(machine, [machine.deviceId])
    .select(percentOf('c.rate').as('rate'))
    .execute()
  return rows.map((row) => ({
    ch: row.ch,
    goods: row.price === null ? null : row.goods_id,
    title: row.title,
    // Machines expect a price in every slot.
    price: row.price ?? minPrice,
    ...(row.game_price === null ? {} : { gamePrice: row.game_price }),
    ...(row.rate === null ? {} : { rate: row.rate }),
    enabled: row.enabled && row.price !== null && row.goods_id !== null,
  }))
}

/** A slot as sales and orders are priced by it. */
export type SaleSlot = {
  ch: number
  goodsId: string | null
  title: string
  /** Of the slot, else of the goods; the lowest where they have a range. Null where neither has one. */
  price: number | null
  gamePrice: number | null
  quantity: number
  max: number
  enabled: boolean
}

/** All slots of many machines in one statement, by machine. */
export async function slotsForSale(
  ref: TenantRef,
  deviceIds: readonly string[],
): Promise<Map<string, SaleSlot[]>> {
  const rows = await slotsWithGoods(ref, deviceIds)
    .select(['c.quantity', 'c.max', sql<number | null>`coalesce(c.price, g.price, g.min_price)`.as('to_pay')])
    .execute()
  const slots = new Map<string, SaleSlot[]>(deviceIds.map((id) => [id, []]))
  for (const {
    device_id: id,
    ch,
    goods_id: goodsId,
    title,
    to_pay: price,
    game_price: gamePrice,
    ...row
  } of rows) {
    const { quantity, max, enabled } = row
    slots.get(id)?.push({ ch, goodsId, title, price, gamePrice, quantity, max, enabled })
  }
  return slots
}

/** A slot as it was when a sale happened. Its price is unknown where it has got other goods since. */
export type SlotThen = Pick<SaleSlot, 'ch' | 'goodsId' | 'title' | 'price' | 'gamePrice'>

/** The slots of sales at their moments, in the order asked for; undefined where there was none. */
export async function slotsAt(
  { tx, tenantId }: TenantRef,
  asked: readonly { deviceId: string; ch: number; at: Date }[],
): Promise<(SlotThen | undefined)[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<SlotThen & { n: number }>`
    select v.n::int as n, v.ch, coalesce(g.title, '') as title, c.game_price as "gamePrice",
           case when p.until is null then c.goods_id else p.goods_id end as "goodsId",
           case when p.until is null then coalesce(c.price, g.price, g.min_price) end as price
      from unnest(${asked.map(({ deviceId }) => deviceId)}::bigint[], ${asked.map(({ ch }) => ch)}::int[],
                  ${asked.map(({ at }) => at)}::timestamptz[]) with ordinality as v (device_id, ch, at, n)
      left join channel c on c.tenant_id = ${tenantId} and c.device_id = v.device_id and c.channel_sn = v.ch
      left join lateral (
        select o.until, o.goods_id from slot_past_goods o
         where o.tenant_id = ${tenantId} and o.device_id = v.device_id and o.channel_sn = v.ch and o.until > v.at
         order by o.until limit 1) p on true
      left join goods g on g.tenant_id = ${tenantId}
       and g.goods_id = case when p.until is null then c.goods_id else p.goods_id end
     where c.channel_sn is not null or p.until is not null`.execute(tx)
  const slots = new Map(rows.map(({ n, ...slot }) => [n, slot]))
  return asked.map((_one, index) => slots.get(index + 1))
}
