/** The contents and fields of slots, for the audit. */
import type { Ctx } from '../../kernel/ctx.ts'
import { goodsNamed } from '../goods/index.ts'
import type { SlotRow } from './slot-queries.ts'

const slotFields = ['price', 'game_price', 'rate', 'quantity', 'max', 'enabled'] as const
type SlotField = (typeof slotFields)[number]

export const fieldsIn = (edit: Partial<Record<SlotField, unknown>>): SlotField[] =>
  slotFields.filter((name) => edit[name] !== undefined)

/** One value where all have the same, else the value of each slot. */
export const together = <T>(values: readonly T[]): T | readonly T[] | undefined =>
  values.every((value) => value === values[0]) ? values[0] : values

/** Fields of slots for the audit, slot by slot where they differ. */
export const valuesOf = (slots: readonly SlotRow[], fields: readonly SlotField[]) =>
  Object.fromEntries(fields.map((name) => [name, together(slots.map((slot) => slot[name]))]))

/** The names of the goods by slot number; null for an empty slot. */
export async function titlesIn(
  ctx: Ctx,
  slots: readonly Pick<SlotRow, 'channel_sn' | 'goods_id'>[],
): Promise<Map<number, string | null>> {
  const ids = slots.flatMap((slot) => slot.goods_id ?? [])
  const goods = ids.length > 0 ? await goodsNamed(ctx, ids) : undefined
  return new Map(slots.map((slot) => [slot.channel_sn, goods?.get(slot.goods_id ?? '')?.title ?? null]))
}

/** The same for the audit, slot by slot where they differ. */
export const goodsIn = async (ctx: Ctx, slots: readonly SlotRow[]) =>
  together([...(await titlesIn(ctx, slots)).values()])
