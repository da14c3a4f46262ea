import {
  capabilities,
  type GoodsSlot,
  type GoodsSlotList,
  type ParsedInputOf,
  type slotCalls,
  type SlotState,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { type DeviceRow, devicesByIds } from '../devices/index.ts'
import { goodsNamed, seesGoods } from '../goods/index.ts'
import { isInitializing } from '../presence/index.ts'
import * as queries from './goods-slot-queries.ts'
import { lastChange } from './slot-change-queries.ts'

type Input = ParsedInputOf<(typeof slotCalls)['getGoodsSlots']>

/** The slots that hold some goods, in all machines of the caller's scope. */
export async function getGoodsSlots(
  ctx: Ctx,
  { condition: { goods_id: id, ...filter }, ...page }: Input,
): Promise<GoodsSlotList> {
  const goods = (await goodsNamed(ctx, [id])).get(id)
  const rows = goods ? await queries.listGoodsSlots(ctx, page, id, filter) : []
  if (!goods || (rows.length === 0 && !(await isSeen(ctx, id)))) throw new AppError('notFound')
  const counts = await queries.countGoodsSlots(ctx, id, filter)
  const ids = [...new Set(rows.map((row) => row.device_id))]
  const devices = new Map((await devicesByIds(ctx, ids)).map((row) => [row.device_id, row]))
  const data = rows.flatMap(({ waiting, absent, ...slot }) => {
    const device = devices.get(slot.device_id)
    // Undefined for a machine that was unbound between the two statements.
    return device ? [toGoodsSlot(ctx, slot, device, absent ? 'absent' : waiting ? 'waiting' : 'applied')] : []
  })
  return { data, ...counts, goods, undo: await lastChange(ctx, { goods: id }) }
}

/** Goods are seen in the catalogue, and by everyone who sees a slot that holds them. */
export const isSeen = async (ctx: Ctx, goodsId: string): Promise<boolean> =>
  (await seesGoods(ctx, goodsId)) || (await queries.countGoodsSlots(ctx, goodsId, {})).count > 0

const toGoodsSlot = (
  ctx: Ctx,
  slot: Omit<queries.ListedRow, 'waiting' | 'absent'>,
  device: DeviceRow,
  state: SlotState,
): GoodsSlot => ({
  sn: device.sn,
  title: device.title,
  store: device.store_id,
  store_name: device.store_name,
  channel_sn: slot.channel_sn,
  rev: slot.rev,
  price: slot.price,
  quantity: slot.quantity,
  max: slot.max,
  enabled: slot.enabled,
  counts: countsPieces(device),
  state,
  online: device.online,
  busy: isInitializing(device, ctx.now),
})

export const countsPieces = ({ type }: DeviceRow): boolean => capabilities[type].moves !== 'pulses'
