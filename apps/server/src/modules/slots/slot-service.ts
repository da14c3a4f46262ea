import {
  capabilities,
  type OutputOf,
  type ParsedInputOf,
  permissionOfSlotField,
  type slotCalls,
  undoableIn,
} from '@slotwise/contract'

import { audit, type AuditEntry } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Hooks } from '../../kernel/hooks.ts'
import { demandField } from '../../kernel/rights.ts'
import { lookSoon } from '../../kernel/looks.ts'
import {
  changeSettings,
  changeSettingsOfAll,
  demandPause,
  demandRow,
  type DeviceRow,
  machineOf,
  settingsIn,
} from '../devices/index.ts'
import { goodsNamed, holdGoods } from '../goods/index.ts'
import { isInitializing, lockInOrder, lockState, tellOfMachine } from '../presence/index.ts'
import { countedIn } from './machine-count.ts'
import { fieldOf, sharedFields } from './shared-fields.ts'
import * as changes from './slot-change-queries.ts'
import * as queries from './slot-queries.ts'
import { fieldsIn, goodsIn, together, valuesOf } from './slot-values.ts'
import { type Moved, moveStock, none, quantity as exactly } from './stock-queries.ts'

type Input<Name extends keyof typeof slotCalls> = ParsedInputOf<(typeof slotCalls)[Name]>
type Edit = Omit<Input<'setChannelInfo'>, 'sn' | 'channel_sn' | 'revs' | 'was'>

export type Slots = OutputOf<typeof slotCalls.getDevChannel>

export async function slotsOf(ctx: Ctx, device: DeviceRow): Promise<Slots> {
  const machine = machineOf(ctx, device)
  const slots = await queries.readSlots(machine)
  const reports = new Map((await queries.reportedSlots(machine)).map((report) => [report.channel_sn, report]))
  const goods = await goodsNamed(
    ctx,
    slots.flatMap((slot) => slot.goods_id ?? []),
  )
  // Only the machine itself confirms what it has applied, so an edit does not change that.
  const { applied_at: appliedAt, applied_rev: applied } = device
  const undo = await changes.lastChange(ctx, { device: device.device_id })
  const data = slots.map((row) => {
    const { goods_id: id, settings_rev: rev, ...slot } = row
    const report = reports.get(slot.channel_sn)
    return {
      ...slot,
      goods: goods.get(id ?? '') ?? null,
      reported: report ?? null,
      counted: countedIn(row, report),
      applied: appliedAt !== null && BigInt(rev) <= BigInt(applied),
    }
  })
  return { data, count: data.length, undo }
}

export const getDevChannel = async (ctx: Ctx, { sn }: Input<'getDevChannel'>): Promise<Slots> =>
  slotsOf(ctx, await demandRow(ctx, sn))

type LockedMachine = { row: DeviceRow; slots: queries.SlotRow[] }

/**
 * Locks the machine and its slots for a change. Refused while the machine searches for its slots or is about to
 * rearrange them. Every change of slots takes this lock first, reports of the machine too; only goods are locked before
 * it, never after.
 */
export async function lockMachine(ctx: Ctx, sn: string): Promise<LockedMachine> {
  await lockState(machineOf(ctx, await demandRow(ctx, sn)))
  const row = await demandRow(ctx, sn)
  if (isInitializing(row, ctx.now)) throw new AppError('busy')
  return { row, slots: await queries.lockSlots(machineOf(ctx, row)) }
}

/**
 * Begins an edit of slots, which may change settings of the machine, so that it has to pause after the last one. When
 * the caller gives the versions that were read, a slot with another version is refused.
 */
export async function beginEdit(
  ctx: Ctx,
  { sn, revs = {} }: { sn: string; revs?: Record<string, number> | undefined },
): Promise<LockedMachine> {
  const { row, slots } = await lockMachine(ctx, sn)
  await demandPause(ctx, row.device_id, 'edit')
  for (const { channel_sn: number, rev } of slots)
    if ((revs[number] ?? rev) !== rev) throw new AppError('changedMeanwhile')
  return { row, slots }
}

export function choose(slots: readonly queries.SlotRow[], numbers: readonly number[]): queries.SlotRow[] {
  return numbers.map((number) => {
    const slot = slots.find((one) => one.channel_sn === number)
    if (!slot) throw AppError.atField('channel_sn', 'unknownSlot', { number })
    return slot
  })
}

/** Notifies the machine and the consoles, has alerts follow, and audits. Returns the slots as they are now. */
export async function finish(
  ctx: Ctx,
  row: DeviceRow,
  slots: readonly number[],
  entry: Omit<AuditEntry, 'object' | 'objectId'>,
): Promise<Slots> {
  const machine = machineOf(ctx, row)
  lookSoon(machine)
  await tellOfMachine(machine, { kind: 'slots', data: { sn: row.sn, slots: [...slots] } })
  await audit(ctx, { ...entry, object: 'device', objectId: row.device_id })
  return slotsOf(ctx, row)
}

/** The audit of quantities that cannot be told from the call. */
export function withQuantities(
  slots: readonly queries.SlotRow[],
  moved: readonly Moved[],
  after: Record<string, unknown>,
) {
  const before = moved.map(({ ch }) => slots.find((slot) => slot.channel_sn === ch)?.quantity ?? 0)
  return {
    before: { quantity: together(before) },
    after: { ...after, quantity: together(moved.map(({ n }, i) => (before[i] ?? 0) + n)) },
  }
}

export const listed = (numbers: readonly number[]): string => numbers.join(', ')

export async function setChannelInfo(
  ctx: Ctx,
  { sn, channel_sn: numbers, revs, was = {}, ...edit }: Input<'setChannelInfo'>,
): Promise<Slots & { change: string | null }> {
  demandPermitted(ctx, edit)
  const title = await demandGoods(ctx, edit)
  const { row, slots } = await beginEdit(ctx, { sn, revs })
  const chosen = choose(slots, numbers)
  if (edit.quantity !== undefined)
    for (const { channel_sn: number, quantity } of chosen)
      if ((was[number] ?? quantity) !== quantity) throw new AppError('changedMeanwhile')
  demandFields(row, edit)
  await putGoods(ctx, row, chosen, edit)
  demandCounts(chosen, edit)
  await queries.widen(machineOf(ctx, row), numbers, edit.max)
  if (edit.quantity !== undefined)
    await moveStock(machineOf(ctx, row), {
      slots: numbers,
      to: exactly(edit.quantity),
      reason: 'edit',
      by: ctx.user,
    })
  await describe(ctx, row, { slots, chosen }, edit)
  const change = await keepForUndo(ctx, row, { slots, chosen }, edit)
  const { goods, ...rest } = edit
  const touched = isShared(row, edit) ? slots : chosen
  const all = touched.map((slot) => slot.channel_sn)
  const after = await finish(ctx, row, all, {
    call: 'setChannelInfo',
    before: {
      ...valuesOf(touched, fieldsIn(rest)),
      ...(goods === undefined ? {} : { goods: await goodsIn(ctx, chosen) }),
    },
    after: { sn, channel_sn: listed(all), ...(goods === undefined ? {} : { goods: title }), ...rest },
  })
  return { ...after, change }
}

/** Keeps what the slots had before, as far as it can be undone. Returns the number of the change. */
async function keepForUndo(
  ctx: Ctx,
  row: DeviceRow,
  { slots, chosen }: { slots: readonly queries.SlotRow[]; chosen: readonly queries.SlotRow[] },
  edit: Edit,
): Promise<string | null> {
  const names = undoableIn(edit)
  const ofAll = sharedFields(row)
  const shared = names.filter((name) => ofAll.has(name))
  const given = (fields: typeof names): changes.TermsEdit =>
    Object.fromEntries(fields.map((name) => [name, edit[name]]))
  const touched = [
    ...chosen.map((slot) => ({ slot, fields: names })),
    ...slots.filter((slot) => !chosen.includes(slot)).map((slot) => ({ slot, fields: shared })),
  ].filter(({ slot, fields }) => fields.some((name) => slot[name] !== edit[name]))
  if (touched.length === 0) return null
  const before = touched.map(({ slot }) => ({ ...slot, device_id: row.device_id }))
  if (shared.length > 0)
    return changes.insertEdited(ctx, given(names), before, {
      edits: touched.map(({ fields }) => given(fields)),
    })
  const [goods = null, ...others] = new Set(before.map((slot) => slot.goods_id))
  return goods !== null && others.length === 0
    ? changes.insertChange(ctx, goods, given(names), before)
    : changes.insertEdited(ctx, given(names), before)
}

/** Refuses fields of the work that the caller does not have. */
function demandPermitted(ctx: Ctx, edit: Edit): void {
  for (const [field, value] of Object.entries(edit))
    if (value !== undefined) demandField(ctx, permissionOfSlotField(field), field)
}

/** Whether the edit applies to all slots, because the machine has one price or rate for all. */
const isShared = (row: DeviceRow, edit: Edit): boolean =>
  [...sharedFields(row)].some((name) => edit[name] !== undefined)

/**
 * Refuses fields that the type does not have: a game price without games, a rate without chances, quantity and size
 * with pulses.
 */
function demandFields(row: DeviceRow, edit: Edit): void {
  const has = capabilities[row.type]
  if (edit.game_price != null && !has.game) throw AppError.atField('game_price', 'notForType')
  if (edit.rate != null && !has.chance) throw AppError.atField('rate', 'notForType')
  const { same_gp, same_pb } = settingsIn(row)
  if (same_gp && edit.game_price === null) throw AppError.atField('game_price', 'oneGamePrice')
  if (same_pb && edit.rate === null) throw AppError.atField('rate', 'oneRate')
  if (has.moves !== 'pulses') return
  if (edit.quantity) throw AppError.atField('quantity', 'notForType')
  if (edit.max) throw AppError.atField('max', 'notForType')
}

/** Refuses unknown goods. Locks the goods until the call ends, so that they cannot be deleted meanwhile. */
export async function demandGoods(ctx: Ctx, { goods }: Pick<Edit, 'goods'>): Promise<string | null> {
  if (goods === undefined || goods === null) return null
  const title = (await holdGoods(ctx, [goods])).get(goods)
  if (title === undefined) throw AppError.atField('goods', 'unknownGoods')
  return title
}

function demandCounts(chosen: readonly queries.SlotRow[], { goods, quantity, max }: Edit): void {
  for (const slot of chosen) {
    const goodsThen = goods === undefined ? slot.goods_id : goods
    const stays = goodsThen === slot.goods_id ? slot.quantity : 0
    const [pieces, most] = [quantity ?? stays, max ?? slot.max]
    if (pieces > 0 && goodsThen === null)
      throw AppError.atField('quantity', 'noGoodsNoStock', { number: slot.channel_sn })
    if (pieces > most)
      throw quantity === undefined
        ? AppError.atField('max', 'maxBelowQuantity')
        : AppError.atField('quantity', 'quantityAboveMax')
  }
}

/** Puts other goods into slots; the pieces of the old goods are booked out. */
async function putGoods(
  ctx: Ctx,
  row: DeviceRow,
  chosen: readonly queries.SlotRow[],
  { goods }: Edit,
): Promise<void> {
  if (goods === undefined) return
  const others = chosen.filter((slot) => slot.goods_id !== goods).map((slot) => slot.channel_sn)
  const reason = goods === null ? 'putDown' : 'goods'
  await moveStock(machineOf(ctx, row), { slots: others, to: none, reason, by: ctx.user })
  await queries.fillSlots(machineOf(ctx, row), others, goods)
}

/** Sets prices, rates and other fields, and raises the settings revision when the machine has to know. */
async function describe(
  ctx: Ctx,
  row: DeviceRow,
  { slots, chosen }: { slots: readonly queries.SlotRow[]; chosen: readonly queries.SlotRow[] },
  { goods, quantity: _, game_price, rate, price, max, enabled }: Edit,
): Promise<void> {
  const settings = settingsIn(row)
  const machine = machineOf(ctx, row)
  const numbers = chosen.map((slot) => slot.channel_sn)
  const concerns = [goods, game_price, rate, price, enabled].some((value) => value !== undefined)
  const rev = concerns ? await changeSettings(machine, ['slots']) : undefined
  await queries.changeSlots(
    machine,
    numbers,
    {
      ...(price === undefined ? {} : { price }),
      ...(enabled === undefined ? {} : { enabled }),
      ...(max === undefined ? {} : { max }),
      ...(game_price === undefined ? {} : { game_price }),
      ...(rate === undefined ? {} : { rate }),
    },
    rev,
  )
  const fresh = chosen.filter((slot) => slot.goods_id !== goods).map((slot) => slot.channel_sn)
  if (goods && price === undefined) await queries.takePriceOfGoods(machine, fresh)
  if (await queries.lacksPrice(machine, numbers)) throw AppError.atField('price', 'priceNeeded')
  const shared = {
    ...(settings.same_gp && game_price != null ? { game_price } : {}),
    ...(settings.same_pb && rate != null ? { rate } : {}),
  }
  const others = slots.map((slot) => slot.channel_sn).filter((number) => !numbers.includes(number))
  if (Object.keys(shared).length > 0) await queries.changeSlots(machine, others, shared, rev)
}

export async function putDownGoods(
  ctx: Ctx,
  { sn, channel_sn: numbers, revs }: Input<'putDownGoods'>,
): Promise<Slots> {
  const { row, slots } = await beginEdit(ctx, { sn, revs })
  const chosen = choose(slots, numbers)
  await putGoods(ctx, row, chosen, { goods: null })
  await describe(ctx, row, { slots, chosen }, { goods: null })
  return finish(ctx, row, numbers, {
    call: 'putDownGoods',
    before: { goods: await goodsIn(ctx, chosen) },
    after: { sn, channel_sn: listed(numbers) },
  })
}

/**
 * Sets the same game price or winning rate for every slot of a machine. It can be undone where all slots had one value
 * before, too, or where it came with the setting: then the undo turns the setting off, which different values would
 * contradict.
 */
export const setAllSlots: Hooks['setAllSlots'] = async (ctx, device, { game_price, rate }, turnedOn) => {
  const machine = machineOf(ctx, device)
  const slots = await queries.readSlots(machine)
  const fields = (['game_price', 'rate'] as const).filter(
    (name) => ({ game_price, rate })[name] !== undefined,
  )
  const before = valuesOf(slots, fields)
  const change = {
    ...(game_price === undefined ? {} : { game_price }),
    ...(rate === undefined ? {} : { rate }),
  }
  await queries.changeSlots(machine, undefined, change, await changeSettings(machine, ['slots']))
  const isOther = fields.some((name) => before[name] !== change[name])
  const began = new Set<string>(turnedOn.map((name) => fieldOf[name]))
  const isUndoable = fields.every((name) => began.has(name) || typeof before[name] === 'number')
  const undo =
    isOther && isUndoable
      ? await changes.insertEdited(
          ctx,
          change,
          slots.map((slot) => ({ ...slot, device_id: device.device_id })),
          { turnedOn },
        )
      : null
  return { before, change: undo }
}

/** Sends the new names and pictures of goods to the machines that show them. */
export async function tellGoodsLooks(ctx: Ctx, goodsIds: readonly string[]): Promise<void> {
  if (goodsIds.length === 0) return
  const machines = await queries.machinesWith(ctx, goodsIds)
  await lockInOrder(ctx.tx, ctx.tenant.id, machines)
  await changeSettingsOfAll(refOf(ctx), machines, 'slots')
  await queries.markChanged(ctx, goodsIds)
}
