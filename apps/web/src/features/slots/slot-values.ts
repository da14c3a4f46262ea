import {
  always,
  capabilities,
  type Channel,
  ChannelInfo,
  type Device,
  type GoodsPick,
  permissionOfSlotField,
} from '@slotwise/contract'
import type { z } from 'zod'

import type { TypedMoney } from '../../ui/money-input.tsx'
import { countsPieces } from '../../entities/device/counts-pieces.ts'
import { numbersOf } from '../../entities/slot/slot-shelves.ts'

/** The values of a slot's form. */
export type SlotValues = {
  goods: string | null
  price: TypedMoney
  game_price: TypedMoney
  rate: number | null
  quantity: number | null
  max: number | null
  enabled: boolean
}
export type SlotField = keyof SlotValues
type SlotInput = z.input<typeof ChannelInfo>
/** The input before validation: typed amounts may still be invalid. */
export type SlotDraft = Pick<SlotInput, 'sn' | 'channel_sn' | 'revs'> & Partial<SlotValues>

const slotFields = ['goods', 'price', 'game_price', 'rate', 'quantity', 'max', 'enabled'] as const

type Machine = Pick<Device, 'type' | 'same_gp' | 'same_pb'>

/** The fields that each slot of this machine has for itself. A pulse machine counts no pieces. */
export function slotFieldsOf({ type, same_gp: sameGamePrice, same_pb: sameRate }: Machine): SlotField[] {
  const { game, chance } = capabilities[type]
  return slotFields.filter((field) => {
    if (field === 'game_price') return game && !sameGamePrice
    if (field === 'rate') return chance && !sameRate
    return countsPieces(type) || (field !== 'quantity' && field !== 'max')
  })
}

/** Of these fields those that the user may change. */
export const permittedFields = (
  fields: readonly SlotField[],
  may: Record<ReturnType<typeof permissionOfSlotField>, boolean>,
): SlotField[] => fields.filter((field) => may[permissionOfSlotField(field)])

export const valuesOf = (slot: Channel): SlotValues => ({
  goods: slot.goods?.goods_id ?? null,
  price: slot.price,
  game_price: slot.game_price,
  rate: slot.rate,
  quantity: slot.quantity,
  max: slot.max,
  enabled: slot.enabled,
})

export const revsOf = (slots: readonly Channel[]): Record<string, number> =>
  Object.fromEntries(slots.map(({ channel_sn: number, rev }) => [String(number), rev]))

/** Sends the quantities that were read along with a new one, so that pieces sold since are not overwritten. */
export const wasOf = (slots: readonly Channel[], sent: Pick<SlotInput, 'quantity'>): Pick<SlotInput, 'was'> =>
  sent.quantity !== undefined
    ? { was: Object.fromEntries(slots.map(({ channel_sn: number, quantity }) => [String(number), quantity])) }
    : {}

/** The slots that have changed: edited, or with another quantity. */
export const changedSlots = (base: readonly Channel[], latest: readonly Channel[]): number[] =>
  numbersOf(
    base.filter(({ channel_sn: number, rev, quantity }) => {
      const now = latest.find((one) => one.channel_sn === number)
      return now?.rev !== rev || now.quantity !== quantity
    }),
  )

export const pick = <Values extends object>(
  values: Values,
  fields: readonly (keyof Values)[],
): Partial<Values> => Object.fromEntries(fields.map((field) => [field, values[field]])) as Partial<Values>

/** Without goods there is no stock, and no price is required. */
function sensible(values: Partial<SlotValues>): Partial<SlotValues> {
  if (values.goods !== null) return values
  const { price, ...rest } = values
  return {
    ...rest,
    ...(price === null || price === undefined ? {} : { price }),
    ...('quantity' in rest ? { quantity: 0 } : {}),
  }
}

/** The whole form, so that rules between fields can be checked; only the changed fields are sent. */
export const draftOf = (
  sn: string,
  slot: Channel,
  fields: readonly SlotField[],
  values: SlotValues,
): SlotDraft => ({
  sn,
  channel_sn: [slot.channel_sn],
  revs: revsOf([slot]),
  ...sensible(pick(values, fields)),
})

/** Other goods are sent with their price and quantity, even if those are the same as before. */
export function changedFields(base: SlotValues, input: Partial<SlotValues>): SlotField[] {
  const changed = slotFields.filter((field) => field in input && input[field] !== base[field])
  if (!changed.includes('goods') || input.goods === null) return changed
  return slotFields.filter(
    (field) => changed.includes(field) || (field in input && (field === 'price' || field === 'quantity')),
  )
}

type Priced = Pick<GoodsPick, 'price' | 'min_price' | 'max_price'>

/** True below half of the goods' price, or above twice that price. */
export function isUnusual(
  price: number,
  { price: one, min_price: lowest, max_price: highest }: Priced,
): boolean {
  const [from, to] = [lowest ?? one, highest ?? one]
  return (from !== null && price < from / 2) || (to !== null && price > to * 2)
}

/** Values for several slots, and the chosen fields. */
export type BatchValues = SlotValues & { fields: SlotField[] }

export const newBatch: BatchValues = {
  fields: [],
  goods: null,
  price: null,
  game_price: null,
  rate: null,
  quantity: null,
  max: null,
  enabled: true,
}

/** Other goods add their price and quantity. */
export const batchFieldsOf = (
  fields: readonly SlotField[],
  goods: string | null,
  has: readonly SlotField[],
): SlotField[] =>
  slotFields.filter(
    (field) =>
      fields.includes(field) ||
      (fields.includes('goods') &&
        goods !== null &&
        has.includes(field) &&
        (field === 'price' || field === 'quantity')),
  )

export function batchInputOf(
  sn: string,
  slots: readonly Channel[],
  has: readonly SlotField[],
  values: BatchValues,
): SlotDraft {
  const fields = batchFieldsOf(values.fields, values.goods, has)
  const chosen = fields.includes('goods') ? sensible(pick(values, fields)) : pick(values, fields)
  return { sn, channel_sn: numbersOf(slots), revs: revsOf(slots), ...chosen }
}

type Counts = Pick<z.output<typeof ChannelInfo>, 'goods' | 'quantity' | 'max'>

/** The server's rule on the slots' own values, checked here at the field that the user leaves. */
export const editOfSlots = (slots: readonly Channel[]) =>
  ChannelInfo.check(
    always<Counts>(
      ({ quantity, max }) =>
        quantity === undefined || max !== undefined || slots.every((slot) => quantity <= slot.max),
      'quantity',
      'v:quantityAboveMax',
    ),
    always<Counts>(
      ({ goods, quantity, max }) =>
        max === undefined ||
        slots.every((slot) => {
          const isOther = goods !== undefined && goods !== (slot.goods?.goods_id ?? null)
          const isCounted = quantity !== undefined && quantity !== slot.quantity
          return isOther || isCounted || slot.quantity <= max
        }),
      'max',
      'v:maxBelowQuantity',
    ),
  )

/** The first slot that would have a quantity but no goods. */
export const vacantSlot = (
  slots: readonly Channel[],
  { fields, quantity }: Pick<BatchValues, 'fields' | 'quantity'>,
): number | undefined =>
  fields.includes('goods') || !fields.includes('quantity') || !quantity
    ? undefined
    : slots.find(({ goods }) => goods === null)?.channel_sn

/** Pieces removed from the records when these slots get other goods, or none. */
export const piecesLost = (slots: readonly Channel[], goods: string | null): number =>
  slots
    .filter((slot) => slot.goods !== null && slot.goods.goods_id !== goods)
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** What happens to these slots when they get the layout of others. Slots whose number the others lack stay. */
export function copyOutlook(
  slots: readonly Channel[],
  source: readonly Channel[],
): { filled: number; emptied: number; pieces: number } {
  const pairs = slots.flatMap((slot) => {
    const model = source.find(({ channel_sn: number }) => number === slot.channel_sn)
    return model ? [{ slot, goods: model.goods?.goods_id ?? null }] : []
  })
  return {
    filled: pairs.filter(({ goods }) => goods !== null).length,
    emptied: pairs.filter(({ slot, goods }) => goods === null && slot.goods !== null).length,
    pieces: pairs.reduce((sum, { slot, goods }) => sum + piecesLost([slot], goods), 0),
  }
}

/**
 * Prices and rates before and after a layout is copied. Other goods have another price, so only slots that keep their
 * goods are compared by it. A game price or rate that holds for the whole machine is not copied.
 */
export function copiedValues(
  slots: readonly Channel[],
  source: readonly Channel[],
  { same_gp: sameGamePrice, same_pb: sameRate }: Pick<Machine, 'same_gp' | 'same_pb'>,
) {
  const pairs = slots.flatMap((before) => {
    const after = source.find(({ channel_sn: number }) => number === before.channel_sn)
    return after ? [{ before, after }] : []
  })
  return {
    before: pairs.map(({ before }) => before),
    after: pairs.map(({ before, after: { goods, price, game_price, rate } }) => ({
      price: goods?.goods_id === before.goods?.goods_id ? price : null,
      game_price: sameGamePrice ? null : game_price,
      rate: sameRate ? null : rate,
    })),
  }
}
