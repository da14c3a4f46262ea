/**
 * Changes the slots that hold some goods in all machines of the caller's scope at once. Machines that cannot be edited
 * now are left out and named in the answer, as are slots that have changed meanwhile. A change of price, size or sale
 * can be undone for a while, in the slots that still have what it gave them.
 */
import {
  type GoodsSlotsChange,
  maxGoodsSlots,
  type ParsedInputOf,
  type slotCalls,
  type SlotRefusal,
} from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { present } from '../../kernel/present.ts'
import type { SharedTerm } from '../../kernel/hooks.ts'
import { beginPauses, putSettings } from '../devices/index.ts'
import { goodsNamed } from '../goods/index.ts'
import { countsPieces, isSeen } from './goods-slot-list-service.ts'
import * as queries from './goods-slot-queries.ts'
import {
  answer,
  auditEach,
  demandSome,
  divide,
  keyOf,
  lockAll,
  machinesOf,
  valuesIn,
  write,
} from './goods-slot-steps.ts'
import { takeOut } from './many-stock-queries.ts'
import { fieldOf, sharedFields } from './shared-fields.ts'
import * as changes from './slot-change-queries.ts'
import { demandGoods } from './slot-service.ts'

type Input<Name extends keyof typeof slotCalls> = ParsedInputOf<(typeof slotCalls)[Name]>
type Slot = queries.GoodsSlotRow

/** The slots that the caller asks for, and the version in which each was read, where the caller says it. */
type Asked = queries.PlacedSlot & { rev?: number | undefined }

async function askedSlots(
  ctx: Ctx,
  { goods_id: id, slots, condition = {} }: Pick<Input<'setGoodsSlots'>, 'goods_id' | 'slots' | 'condition'>,
): Promise<Asked[]> {
  if (!(await goodsNamed(ctx, [id])).has(id)) throw new AppError('notFound')
  if (slots) {
    const devices = await queries.devicesBySn(
      ctx,
      slots.map(({ sn }) => sn),
    )
    if (!slots.every(({ sn }) => devices.has(sn))) throw new AppError('notFound')
    const asked = slots.map(({ sn, ...slot }) => ({ ...slot, device_id: present(devices, sn) }))
    return [...new Map(asked.map((slot) => [keyOf(slot), slot])).values()]
  }
  const found = await queries.placesOf(ctx, id, condition, maxGoodsSlots)
  if (found.length > maxGoodsSlots) throw new AppError('tooManySlots', { max: maxGoodsSlots })
  if (found.length > 0) return found
  throw new AppError((await isSeen(ctx, id)) ? 'changedMeanwhile' : 'notFound')
}

export async function setGoodsSlots(ctx: Ctx, input: Input<'setGoodsSlots'>): Promise<GoodsSlotsChange> {
  const { goods_id: goodsId, slots: _named, condition, ...given } = input
  // The same goods again are no other goods: stock and prices stay.
  const edit = given.goods === goodsId ? { ...given, goods: undefined } : given
  const title = await demandGoods(ctx, edit)
  const price = await priceOf(ctx, edit)
  const asked = await askedSlots(ctx, input)
  const locked = await lockAll(ctx, goodsId, asked)
  if (locked.devices.size === 0) throw new AppError('notFound')
  const { steps, refused } = divide(ctx, asked, locked, (slot, device, { rev = slot.rev }) => {
    if (rev !== slot.rev) return 'changed'
    if (condition?.price !== undefined && slot.price !== condition.price) return 'changed'
    if (edit.max !== undefined && !countsPieces(device)) return 'type'
    return edited(slot, { ...edit, price })
  })
  const free = await beginPauses(ctx, machinesOf(steps), 'edit')
  const resting = steps.filter(({ before }) => !free.has(before.device_id))
  refused.push(...resting.map(({ before }) => ({ ...before, reason: 'wait' as const })))
  const changed = steps.filter(({ before }) => free.has(before.device_id))
  demandSome(changed, refused)
  if (edit.goods !== undefined)
    await takeOut(
      { ...refOf(ctx), now: ctx.now },
      changed.map(({ before }) => before),
      edit.goods === null ? 'putDown' : 'goods',
      ctx.user,
    )
  const tells = [edit.goods, edit.price, edit.enabled].some((value) => value !== undefined)
  await write(ctx, locked.devices, changed, tells)
  await auditEach(ctx, 'setGoodsSlots', locked.devices, changed, (numbers) => ({
    ...(edit.goods === undefined ? {} : { goods: title }),
    ...(price === undefined ? {} : { price }),
    ...(edit.max === undefined ? {} : { max: edit.max }),
    ...(edit.enabled === undefined ? {} : { enabled: edit.enabled }),
    channel_sn: numbers,
  }))
  const undo =
    edit.goods === undefined
      ? await changes.insertChange(
          ctx,
          goodsId,
          definedIn({ price, max: edit.max, enabled: edit.enabled }),
          changed.map(({ before }) => before),
        )
      : null
  return answer(locked.devices, changed, refused, undo)
}

/** The price of the edit. Other goods bring their own price; where they have none, the caller must name one. */
async function priceOf(
  ctx: Ctx,
  { goods, price }: Pick<Input<'setGoodsSlots'>, 'goods' | 'price'>,
): Promise<number | undefined> {
  if (price !== undefined || goods === undefined || goods === null) return price
  const own = (await goodsNamed(ctx, [goods])).get(goods)?.price ?? null
  if (own === null) throw AppError.atField('price', 'priceNeeded')
  return own
}

/** The slot after the edit; undefined where it is like this already. */
function edited(
  slot: Slot,
  { goods, price, max, enabled }: Pick<Input<'setGoodsSlots'>, 'goods' | 'price' | 'max' | 'enabled'>,
): Slot | SlotRefusal | undefined {
  const isOther = goods !== undefined && goods !== slot.goods_id
  const after = {
    ...slot,
    goods_id: goods === undefined ? slot.goods_id : goods,
    price: price ?? slot.price,
    max: max ?? slot.max,
    enabled: enabled ?? slot.enabled,
    quantity: isOther ? 0 : slot.quantity,
  }
  if (after.quantity > after.max) return 'stock'
  return isOther || termsDiffer(slot, after) ? after : undefined
}

const termsDiffer = (a: Slot, b: Slot): boolean =>
  (['price', 'game_price', 'rate', 'max', 'enabled'] as const).some((name) => a[name] !== b[name])

export async function undoGoodsSlots(
  ctx: Ctx,
  { change: id }: Input<'undoGoodsSlots'>,
): Promise<GoodsSlotsChange> {
  const change = await changes.lockChange(ctx, id)
  if (!change) throw new AppError('notFound')
  const { goodsId, before, turnedOn } = change
  const names = new Set(before.flatMap(({ edit }) => fieldsOf(edit)))
  // Whether slots still share a game price or rate is seen by all slots of the machine.
  const isOfGames = names.has('game_price') || names.has('rate')
  const locked = await lockAll(ctx, isOfGames ? null : goodsId, before)
  if (locked.devices.size === 0) throw new AppError('notFound')
  const divided = divide(ctx, before, locked, (slot, device, was) => {
    const fields = fieldsOf(was.edit)
    const shared = sharedFields(device)
    // What all slots share is not given for the goods in one of them.
    if (slot.goods_id !== was.goods_id && !fields.every((name) => shared.has(name))) return 'changed'
    if (!fields.every((name) => slot[name] === was.edit[name])) return 'changed'
    const after = { ...slot, ...Object.fromEntries(fields.map((name) => [name, was[name]])) }
    if (after.quantity > after.max) return 'stock'
    return termsDiffer(slot, after) ? after : undefined
  })
  const { steps, refused } = keepShared(locked, divided, turnedOn)
  // More pieces than a slot held before came in meanwhile; the caller gave no capacity that could be wrong.
  demandSome(
    steps,
    refused.map((one) => (one.reason === 'stock' ? { ...one, reason: 'changed' as const } : one)),
  )
  const busy = new Set(refused.filter(({ reason }) => reason === 'busy').map(keyOf))
  if (busy.size === 0) await changes.markUndone(ctx, id)
  else await changes.keepOpen(ctx, id, { goodsId, before: before.filter((slot) => busy.has(keyOf(slot))) })
  await write(ctx, locked.devices, steps, names.has('price') || names.has('enabled') || isOfGames)
  const settings = Object.fromEntries(turnedOn.map((name) => [name, false]))
  if (turnedOn.length > 0)
    for (const id of machinesOf(steps)) await putSettings(ctx, present(locked.devices, id), settings)
  await auditEach(ctx, 'undoGoodsSlots', locked.devices, steps, (numbers, these) => {
    const values = Object.entries(valuesIn(these.map(({ after }) => after)))
    const given = values.filter(([name]) => names.has(name as keyof changes.TermsEdit))
    return { ...Object.fromEntries(given), ...settings, channel_sn: numbers }
  })
  return answer(locked.devices, steps, refused, busy.size > 0 ? id : null)
}

const fieldsOf = (edit: changes.TermsEdit) => Object.keys(edit) as (keyof changes.TermsEdit)[]

/**
 * Refuses the steps of machines whose slots would no longer have one game price or rate, though they are set to, unless
 * the undo turns that setting off.
 */
function keepShared(
  { devices, slots }: Awaited<ReturnType<typeof lockAll>>,
  { steps, refused }: ReturnType<typeof divide>,
  turnedOff: readonly SharedTerm[],
): ReturnType<typeof divide> {
  const ends = new Set<string>(turnedOff.map((name) => fieldOf[name]))
  const afters = new Map(steps.map(({ after }) => [keyOf(after), after]))
  const broken = new Set(
    machinesOf(steps).filter((id) => {
      const these = [...slots.values()].filter(({ device_id: one }) => one === id)
      return [...sharedFields(present(devices, id))].some((name) => {
        if (ends.has(name)) return false
        const values = new Set(these.map((slot) => (afters.get(keyOf(slot)) ?? slot)[name]))
        return values.size > 1 || values.has(null)
      })
    }),
  )
  const isBroken = ({ before }: (typeof steps)[number]): boolean => broken.has(before.device_id)
  return {
    steps: steps.filter((step) => !isBroken(step)),
    refused: [
      ...refused,
      ...steps.filter(isBroken).map(({ before }) => ({ ...before, reason: 'changed' as const })),
    ],
  }
}

const definedIn = (edit: { [Name in keyof changes.TermsEdit]: changes.TermsEdit[Name] | undefined }) =>
  Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined)) as changes.TermsEdit
