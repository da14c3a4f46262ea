/**
 * New list prices change no slot by themselves. After a change of several goods the console asks whether the slots that
 * had the former list prices get the new ones; they are found by the change of goods.
 */
import { type GoodsSlotsChange, maxGoodsSlots, type ParsedInputOf, type slotCalls } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { beginPauses } from '../devices/index.ts'
import { goodsByIds, replacedPrices } from '../goods/index.ts'
import { countSlotsAt, placesAt } from './goods-slot-queries.ts'
import {
  answer,
  auditEach,
  demandSome,
  divide,
  lockAll,
  machinesOf,
  valuesIn,
  write,
} from './goods-slot-steps.ts'
import { insertEach } from './slot-change-queries.ts'

type Input<Name extends keyof typeof slotCalls> = ParsedInputOf<(typeof slotCalls)[Name]>

/** The list prices that a change replaced, where the new ones still hold. */
async function pricesOf(ctx: Ctx, change: string) {
  const replaced = await replacedPrices(ctx, change)
  if (!replaced) throw new AppError('notFound')
  const now = await goodsByIds(
    ctx,
    replaced.map(({ goods_id: id }) => id),
  )
  return replaced.filter(({ goods_id: id, price }) => now.get(id)?.price === price)
}

export const getListPriceSlots = async (ctx: Ctx, { change }: Input<'getListPriceSlots'>) =>
  countSlotsAt(ctx, await pricesOf(ctx, change))

export async function applyListPrices(
  ctx: Ctx,
  { change }: Input<'applyListPrices'>,
): Promise<GoodsSlotsChange> {
  const prices = new Map((await pricesOf(ctx, change)).map((one) => [one.goods_id, one]))
  const asked = await placesAt(ctx, [...prices.values()], maxGoodsSlots)
  if (asked.length === 0) throw new AppError('changedMeanwhile')
  if (asked.length > maxGoodsSlots) throw new AppError('tooManySlots', { max: maxGoodsSlots })
  const locked = await lockAll(ctx, null, asked)
  const { steps, refused } = divide(ctx, asked, locked, (slot) => {
    const { was, price } = prices.get(slot.goods_id ?? '') ?? {}
    return price === undefined || slot.price !== was ? 'changed' : { ...slot, price }
  })
  const free = await beginPauses(ctx, machinesOf(steps), 'edit')
  const resting = steps.filter(({ before }) => !free.has(before.device_id))
  refused.push(...resting.map(({ before }) => ({ ...before, reason: 'wait' as const })))
  const changed = steps.filter(({ before }) => free.has(before.device_id))
  demandSome(changed, refused)
  await write(ctx, locked.devices, changed, true)
  await auditEach(ctx, 'applyListPrices', locked.devices, changed, (numbers, these) => ({
    price: valuesIn(these.map(({ after }) => after)).price,
    channel_sn: numbers,
  }))
  return answer(locked.devices, changed, refused, await insertEach(ctx, changed, { sizes: false }))
}
