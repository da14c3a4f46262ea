import {
  capabilities,
  type Channel,
  type channelCalls,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit, type AuditEntry } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  changeSettings,
  changeSettingsOfAll,
  demandPause,
  demandRow,
  type DeviceRow,
  isInitializing,
  lockInOrder,
  lockState,
  machineOf,
  settingsIn,
  tellOfMachine,
} from '../devices/index.ts'
import { goodsNamed, holdGoods } from '../goods/index.ts'
import * as store from './slot-store.ts'
import { fieldsIn, goodsIn, valuesOf } from './slot-values.ts'
import { full, moveStock, none, quantity as exactly } from './stock-store.ts'

type Input<Name extends keyof typeof channelCalls> = ParsedInputOf<(typeof channelCalls)[Name]>
type Edit = Omit<Input<'setChannelInfo'>, 'sn' | 'channel_sn' | 'revs' | 'was'>

async function slotsOf(ctx: Ctx, row: DeviceRow): Promise<List<Channel>> {
  const place = machineOf(ctx, row)
  const slots = await store.readSlots(place)
  const reports = new Map((await store.reportedSlots(place)).map((report) => [report.channel_sn, report]))
  const goods = await goodsNamed(
    ctx,
    slots.flatMap((slot) => slot.goods_id ?? []),
  )
  // Only the machine itself says what it has applied: an edit leaves that of its row as it was.
  const { applied_at: toldAt, applied_rev: applied } = row
  const data = slots.map(({ goods_id: id, settings_rev: rev, ...slot }) => ({
    ...slot,
    goods: goods.get(id ?? '') ?? null,
    reported: reports.get(slot.channel_sn) ?? null,
    applied: toldAt !== null && BigInt(rev) <= BigInt(applied),
  }))
  return { data, count: data.length }
}

export const getDevChannel = async (ctx: Ctx, { sn }: Input<'getDevChannel'>): Promise<List<Channel>> =>
  slotsOf(ctx, await demandRow(ctx, sn))

/**
 * Slots are edited by one person at a time, and not while the machine looks for them. Everything that changes them begins
 * with the same lock, reports of the machine too; only goods are held before it, never after. Whoever says which versions
 * he has read is told when there are others.
 */
export async function beginEdit(
  ctx: Ctx,
  { sn, revs = {} }: { sn: string; revs?: Record<string, number> | undefined },
): Promise<{ row: DeviceRow; slots: store.SlotRow[] }> {
  await lockState(machineOf(ctx, await demandRow(ctx, sn)))
  const row = await demandRow(ctx, sn)
  if (isInitializing(row, ctx.now)) throw new AppError('busy')
  const slots = await store.lockSlots(machineOf(ctx, row))
  await demandPause(ctx, row.device_id, 'edit')
  for (const { channel_sn: number, rev } of slots)
    if ((revs[number] ?? rev) !== rev) throw new AppError('changedMeanwhile')
  return { row, slots }
}

function choose(slots: readonly store.SlotRow[], numbers: readonly number[]): store.SlotRow[] {
  return numbers.map((number) => {
    const slot = slots.find((one) => one.channel_sn === number)
    if (!slot) throw AppError.atField('channel_sn', 'unknownSlot', { number })
    return slot
  })
}

/** Tells the machine, those who watch, and the audit; answers with the slots as they are now. */
export async function finish(
  ctx: Ctx,
  row: DeviceRow,
  slots: readonly number[],
  entry: Omit<AuditEntry, 'object' | 'objectId'>,
): Promise<List<Channel>> {
  await tellOfMachine(machineOf(ctx, row), {
    kind: 'slots',
    data: { sn: row.sn, slots: [...slots] },
  })
  await audit(ctx, { ...entry, object: 'device', objectId: row.device_id })
  return slotsOf(ctx, row)
}

export const listed = (numbers: readonly number[]): string => numbers.join(', ')

export async function setChannelInfo(
  ctx: Ctx,
  { sn, channel_sn: numbers, revs, was = {}, ...edit }: Input<'setChannelInfo'>,
): Promise<List<Channel>> {
  const title = await demandGoods(ctx, edit)
  const { row, slots } = await beginEdit(ctx, { sn, revs })
  const chosen = choose(slots, numbers)
  if (edit.quantity !== undefined)
    for (const { channel_sn: number, quantity } of chosen)
      if ((was[number] ?? quantity) !== quantity) throw new AppError('changedMeanwhile')
  demandFields(row, edit)
  await putGoods(ctx, row, chosen, edit)
  demandCounts(chosen, edit)
  await store.widen(machineOf(ctx, row), numbers, edit.max)
  if (edit.quantity !== undefined)
    await moveStock(machineOf(ctx, row), {
      slots: numbers,
      to: exactly(edit.quantity),
      reason: 'edit',
      by: ctx.user,
    })
  await describe(ctx, row, { slots, chosen }, edit)
  const { goods, ...rest } = edit
  const touched = isShared(row, edit) ? slots : chosen
  const all = touched.map((slot) => slot.channel_sn)
  return finish(ctx, row, all, {
    call: 'setChannelInfo',
    before: {
      ...valuesOf(touched, fieldsIn(rest)),
      ...(goods === undefined ? {} : { goods: await goodsIn(ctx, chosen) }),
    },
    after: { sn, channel_sn: listed(all), ...(goods === undefined ? {} : { goods: title }), ...rest },
  })
}

/** With one price or rate for all slots, what is said of one is said of all. */
const isShared = (row: DeviceRow, { game_price, rate }: Edit): boolean => {
  const { same_gp, same_pb } = settingsIn(row)
  return (same_gp && game_price !== undefined) || (same_pb && rate !== undefined)
}

/** Games have a price, chances a rate, and pulses neither count nor lie in a slot. */
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

/** The goods must be there and stay there until this call is done. */
async function demandGoods(ctx: Ctx, { goods }: Edit): Promise<string | null> {
  if (goods === undefined || goods === null) return null
  const title = (await holdGoods(ctx, [goods])).get(goods)
  if (title === undefined) throw AppError.atField('goods', 'unknownGoods')
  return title
}

function demandCounts(chosen: readonly store.SlotRow[], { goods, quantity, max }: Edit): void {
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

/** Other goods: the pieces of the old ones are no longer in the slot. */
async function putGoods(
  ctx: Ctx,
  row: DeviceRow,
  chosen: readonly store.SlotRow[],
  { goods }: Edit,
): Promise<void> {
  if (goods === undefined) return
  const others = chosen.filter((slot) => slot.goods_id !== goods).map((slot) => slot.channel_sn)
  const reason = goods === null ? 'putDown' : 'goods'
  await moveStock(machineOf(ctx, row), { slots: others, to: none, reason, by: ctx.user })
  await store.changeSlots(machineOf(ctx, row), others, { goods_id: goods }, undefined)
}

/** Prices, rates and the rest; the machine is told what concerns it. */
async function describe(
  ctx: Ctx,
  row: DeviceRow,
  { slots, chosen }: { slots: readonly store.SlotRow[]; chosen: readonly store.SlotRow[] },
  { goods, quantity: _, game_price, rate, price, max, enabled }: Edit,
): Promise<void> {
  const settings = settingsIn(row)
  const place = machineOf(ctx, row)
  const numbers = chosen.map((slot) => slot.channel_sn)
  const concerns = [goods, game_price, rate, price, enabled].some((value) => value !== undefined)
  const rev = concerns ? await changeSettings(place, ['slots']) : undefined
  await store.changeSlots(
    place,
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
  if (goods && price === undefined) await store.takePriceOfGoods(place, fresh)
  if (await store.lacksPrice(place, numbers)) throw AppError.atField('price', 'priceNeeded')
  const shared = {
    ...(settings.same_gp && game_price != null ? { game_price } : {}),
    ...(settings.same_pb && rate != null ? { rate } : {}),
  }
  const others = slots.map((slot) => slot.channel_sn).filter((number) => !numbers.includes(number))
  if (Object.keys(shared).length > 0) await store.changeSlots(place, others, shared, rev)
}

export async function putDownGoods(
  ctx: Ctx,
  { sn, channel_sn: numbers, revs }: Input<'putDownGoods'>,
): Promise<List<Channel>> {
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

export async function setQuantity(
  ctx: Ctx,
  { sn, type, channel_sn: numbers, revs }: Input<'setQuantity'>,
): Promise<List<Channel>> {
  const { row, slots } = await beginEdit(ctx, { sn, revs })
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  if (numbers) choose(slots, numbers)
  const moved = await moveStock(machineOf(ctx, row), {
    ...(numbers ? { slots: numbers } : {}),
    to: type === 1 ? full : none,
    reason: type === 1 ? 'fill' : 'empty',
    by: ctx.user,
  })
  const numbersMoved = moved.map(({ ch }) => ch)
  return finish(ctx, row, numbersMoved, {
    call: 'setQuantity',
    after: { sn, reason: type === 1 ? 'fill' : 'empty', channel_sn: listed(numbersMoved) },
  })
}

/** The same game price or winning rate for every slot of a machine. Answers with what they were. */
export async function setAllSlots(
  ctx: Ctx,
  { deviceId, sn }: { deviceId: string; sn: string },
  { game_price, rate }: { game_price: number | undefined; rate: number | undefined },
): Promise<Record<string, unknown>> {
  const place = machineOf(ctx, { device_id: deviceId, sn })
  const before = valuesOf(await store.readSlots(place), fieldsIn({ game_price, rate }))
  const change = {
    ...(game_price === undefined ? {} : { game_price }),
    ...(rate === undefined ? {} : { rate }),
  }
  await store.changeSlots(place, undefined, change, await changeSettings(place, ['slots']))
  return before
}

/** Goods have other names: machines that show them are told. */
export async function tellGoodsRenamed(ctx: Ctx, goodsIds: readonly string[]): Promise<void> {
  if (goodsIds.length === 0) return
  const place = { tx: ctx.tx, tenantId: ctx.tenant.id }
  const machines = await store.machinesWith(ctx, goodsIds)
  await lockInOrder(ctx.tx, ctx.tenant.id, machines)
  await changeSettingsOfAll(place, machines, 'slots')
  await store.markChanged(ctx, goodsIds)
}
