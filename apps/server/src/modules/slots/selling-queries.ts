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

/** The slots of many machines in one statement, by machine: all of them, or those of the numbers. */
export async function slotsForSale(
  ref: TenantRef,
  deviceIds: readonly string[],
  numbers?: readonly number[],
): Promise<Map<string, SaleSlot[]>> {
  const rows = await slotsWithGoods(ref, deviceIds)
    .$if(numbers !== undefined, (query) => query.where(sql<boolean>`c.channel_sn = any(${numbers}::int[])`))
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
