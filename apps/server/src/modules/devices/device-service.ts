import {
  type Device,
  type deviceCalls,
  type DeviceFault,
  type DevicePick,
  type DeviceSettings,
  type List,
  mayAccess,
  type OutputOf,
  type ParsedInputOf,
  powerTimesDiffer,
  type RuleName,
  type SettingName,
  settingNames,
  settingOf,
  sentTo,
  settingsOf,
} from '@slotwise/contract'
import { signalOf } from '@slotwise/machine-protocol'

import { audit, type AuditEntry } from '../../kernel/audit.ts'
import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Hooks } from '../../kernel/hooks.ts'
import { only, present } from '../../kernel/present.ts'
import { demandField } from '../../kernel/rights.ts'
import {
  activeFaults,
  isContested,
  isInitializing,
  lockInOrder,
  tellOfMachine,
  tellStore,
} from '../presence/index.ts'
import { areaOfStore, payoutsOfStores } from '../regions/index.ts'
import * as queries from './device-queries.ts'
import { demandRow, machineOf } from './device-machine.ts'
import { pickDevices } from './pick-queries.ts'
import { changeSettings, settingsIn } from './settings-queries.ts'
import { stockByDevice } from './stock-queries.ts'

type Input<Name extends keyof typeof deviceCalls> = ParsedInputOf<(typeof deviceCalls)[Name]>
type Edit = Omit<Input<'editDev'>, 'sn' | 'rev'>

/** Rows as the caller sees them, with their stock and their faults. */
export async function asDevices(ctx: Ctx, rows: readonly queries.DeviceRow[]): Promise<Device[]> {
  const ids = rows.map((row) => row.device_id)
  const stocks = await stockByDevice(ctx, ids)
  const faults = Map.groupBy(await activeFaults(ctx, ids), (fault) => fault.device_id)
  return rows.map((row) => {
    const stock = stocks.get(row.device_id) ?? { channel_count: 0, stock: 0, stock_max: 0, low: 0 }
    return {
      ...settingsIn(row),
      ...stock,
      sn: row.sn,
      type: row.type,
      title: row.title,
      area: row.area_id,
      area_name: row.area_name,
      store: row.store_id,
      store_name: row.store_name,
      merchant_id: row.merchant_id,
      merchant_name: row.merchant_name,
      rev: row.rev,
      online: row.online,
      since: row.since.toISOString(),
      heard_at: row.heard_at?.toISOString() ?? null,
      signal: row.rssi === null ? null : signalOf(row.rssi),
      net: row.net,
      app: row.app,
      android: row.android,
      temperature: row.temperature,
      off: row.off,
      contested: isContested(row, ctx.now),
      initializing_since: isInitializing(row, ctx.now)
        ? (row.initializing_since?.toISOString() ?? null)
        : null,
      faults: (faults.get(row.device_id) ?? []).map(toFault),
      applied: BigInt(row.applied_rev) >= BigInt(row.settings_rev),
      applied_at: row.applied_at?.toISOString() ?? null,
      waiting: waitingIn(row),
      unsupported: unsupportedIn(row),
      bound_at: row.bound_at.toISOString(),
    }
  })
}

/** Settings that the machine has not applied yet; all of them if it has never confirmed any. */
function waitingIn(row: queries.DeviceRow): string[] {
  if (row.applied_at === null) return sentTo(row.type)
  const changed = row.changed_revs as Record<string, number>
  return Object.keys(changed).filter((name) => (changed[name] ?? 0) > Number(row.applied_rev))
}

/** Of those that it has applied: a setting that was changed since may have a value that it can do. */
function unsupportedIn(row: queries.DeviceRow): string[] {
  const waiting = waitingIn(row)
  return row.unsupported_settings.filter((name) => !waiting.includes(settingOf(name)))
}

const toFault = ({
  code,
  channel_sn: slot,
  raw,
  since,
}: Awaited<ReturnType<typeof activeFaults>>[number]): DeviceFault => ({
  code: code as DeviceFault['code'],
  channel_sn: slot === 0 ? null : slot,
  raw,
  since: since.toISOString(),
})

/**
 * A machine as this caller may see it: whom it pays is shown to those who manage devices, and the custom settings, which
 * may hold keys of other systems, to those who set them.
 */
export function shownTo(ctx: Ctx, device: Device): Device {
  const grants = grantsIn(ctx)
  return {
    ...device,
    ...(mayAccess('device.manage', grants) ? {} : { merchant_id: null, merchant_name: null }),
    ...(mayAccess('device.setting', grants)
      ? {}
      : { extend: [], unsupported: [...new Set(device.unsupported.map(settingOf))] }),
  }
}

export async function getDev(ctx: Ctx, { condition, ...page }: Input<'getDev'>): Promise<List<Device>> {
  if (condition.merchant_id !== undefined) demandField(ctx, 'device.manage', 'condition.merchant_id')
  const { data, count } = await queries.listDevices(ctx, page, condition)
  return { data: (await asDevices(ctx, data)).map((device) => shownTo(ctx, device)), count }
}

export const getAllDevice = (
  ctx: Ctx,
  { condition, ...page }: Input<'getAllDevice'>,
): Promise<List<DevicePick>> => pickDevices(ctx, page, condition)

export async function getDevCounts(ctx: Ctx, { condition }: Input<'getDevCounts'>) {
  const counts = await queries.countStates(ctx, condition)
  return { ...counts, offline: counts.all - counts.online }
}

export const demandDevice = async (ctx: Ctx, sn: string): Promise<Device> =>
  only(await asDevices(ctx, [await demandRow(ctx, sn)]))

export async function editDev(
  ctx: Ctx,
  { sn, rev, ...edit }: Input<'editDev'>,
): Promise<OutputOf<typeof deviceCalls.editDev>> {
  const [row] = await lockAll(ctx, [sn])
  if (!row) throw new AppError('notFound')
  const before = only(await asDevices(ctx, [row]))
  const shared = await applyEdit(ctx, row, rev, edit)
  const after = await demandDevice(ctx, sn)
  await audit(ctx, {
    call: 'editDev',
    object: 'device',
    objectId: row.device_id,
    ...withShared(changed(before, after), shared.before, edit),
  })
  return { ...shownTo(ctx, after), change: shared.change }
}

export async function editDevs(ctx: Ctx, { sns, ...edit }: Input<'editDevs'>): Promise<{ count: number }> {
  const rows = await lockAll(ctx, sns)
  if (rows.length < new Set(sns).size) throw new AppError('notFound')
  const before = await asDevices(ctx, rows)
  const shared = new Map<string, Record<string, unknown>>()
  for (const row of rows) shared.set(row.sn, (await applyEdit(ctx, row, undefined, edit)).before)
  const after = await asDevices(ctx, await queries.readDevices(ctx, sns))
  await audit(
    ctx,
    ...rows.map((row, i): AuditEntry => ({
      call: 'editDevs',
      object: 'device',
      objectId: row.device_id,
      ...withShared(changed(before[i], after[i]), present(shared, row.sn), edit),
    })),
  )
  return { count: rows.length }
}

/** Locks the states before the machines, as every path does, and always in the same order. */
async function lockAll(ctx: Ctx, sns: readonly string[]): Promise<queries.DeviceRow[]> {
  await lockInOrder(ctx.tx, ctx.tenant.id, await queries.deviceIds(ctx, sns))
  return queries.lockForEdit(ctx, sns)
}

/** What a merchant can change of a machine: the audit records this, not the state of the machine. */
const editable = [
  'sn',
  'title',
  'type',
  'area',
  'area_name',
  'store',
  'store_name',
  'merchant_id',
  'merchant_name',
] as const
const editableIn = (device: Device | undefined) =>
  device &&
  Object.fromEntries([...editable, ...settingsOf(device.type)].map((name) => [name, device[name]] as const))
export const changed = (before: Device | undefined, after: Device | undefined) => ({
  before: editableIn(before),
  after: editableIn(after),
})

/** Adds a price or rate for all slots to the audit, because no field of the machine has it. */
const withShared = (
  change: ReturnType<typeof changed>,
  before: Record<string, unknown>,
  { game_price, rate }: Pick<Edit, 'game_price' | 'rate'>,
) => ({
  before: { ...change.before, ...before },
  after: {
    ...change.after,
    ...(game_price === undefined ? {} : { game_price }),
    ...(rate === undefined ? {} : { rate }),
  },
})

async function applyEdit(
  ctx: Ctx,
  row: queries.DeviceRow,
  rev: number | undefined,
  { title, area, store: storeId, merchant_id, game_price, rate, ...settings }: Edit,
): Promise<Shared> {
  const given = settingNames.filter((name) => settings[name] !== undefined)
  const own = new Set<SettingName>(settingsOf(row.type))
  for (const name of given) if (!own.has(name)) throw AppError.atField(name, 'notForType')
  const news = Object.fromEntries(given.map((name) => [name, settings[name]])) as Partial<DeviceSettings>
  const next = { ...settingsIn(row), ...news }
  if (!powerTimesDiffer(next)) throw AppError.atField('power_off', 'sameTimes')
  // Where a machine stands decides who sees it, and whom it pays is money: neither is a setting of the machine.
  if (storeId !== undefined && storeId !== row.store_id) demandField(ctx, 'device.manage', 'store')
  if (merchant_id !== undefined && merchant_id !== row.merchant_id)
    demandField(ctx, 'device.manage', 'merchant_id')
  if (game_price !== undefined) demandField(ctx, 'device.price', 'game_price')
  if (rate !== undefined) demandField(ctx, 'device.price', 'rate')
  // Whether the slots share one price decides what a later price applies to, so it is a price, too.
  for (const name of ['same_gp', 'same_pb'] as const)
    if (news[name] !== undefined && news[name] !== settingsIn(row)[name])
      demandField(ctx, 'device.price', name)
  await demandStore(ctx, row, storeId, area)
  await demandPayout(ctx, row, { storeId, merchantId: merchant_id })
  const isChanged = await queries.updateDevice(ctx, row.device_id, rev, {
    ...(title === undefined ? {} : { title }),
    ...(storeId === undefined ? {} : { store_id: storeId }),
    ...(merchant_id === undefined ? {} : { merchant_id }),
    settings: news,
  })
  if (!isChanged) throw new AppError('changedMeanwhile')
  const machine = machineOf(ctx, row)
  if (storeId !== undefined && storeId !== row.store_id)
    for (const hook of ctx.deps.hooks.thresholdsChanged) await hook(machine, { device: row.device_id })
  const shared = await unify(ctx, row, next, { game_price, rate })
  const before = settingsIn(row)
  const changes = [
    ...given.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(settings[name])),
    ...(title !== undefined && title !== row.title ? ['title'] : []),
  ]
  if (changes.length > 0) await changeSettings(machine, changes)
  const event = { kind: 'machine', data: { sn: row.sn } } as const
  await tellOfMachine(machine, event)
  // Also tell the staff of the store that the machine has left.
  if (storeId !== undefined && row.store_id !== null && storeId !== row.store_id)
    await tellStore(machine, row.store_id, event)
  return shared
}

/** Refuses a store that the caller may not use, and leaving a store when the caller would lose the machine. */
async function demandStore(
  ctx: Ctx,
  row: queries.DeviceRow,
  storeId: string | null | undefined,
  area: string | null | undefined,
): Promise<void> {
  const inStore = storeId === undefined ? row.store_id : storeId
  const actual = inStore === row.store_id ? row.area_id : inStore && (await areaOfStore(ctx, inStore))
  if (actual === undefined) throw AppError.atField('store', 'unknownStore')
  // A caller limited to stores would no longer see a machine without a store.
  if (storeId === null && !ctx.scope.all && !ctx.scope.devices.includes(row.device_id))
    throw AppError.atField('store', 'required')
  if (area !== undefined && area !== actual) throw AppError.atField('area', 'areaOfStore')
}

/**
 * Refuses to lead the sales of a machine to an account that the caller may not choose, by its own account or by its
 * store. A machine with an account of its own takes that along.
 */
async function demandPayout(
  ctx: Ctx,
  row: queries.DeviceRow,
  { storeId = row.store_id, merchantId = row.merchant_id }: Placing,
): Promise<void> {
  if (storeId === row.store_id && merchantId === row.merchant_id) return
  const payouts = await payoutsOfStores(
    ctx,
    [row.store_id, storeId].filter((id) => id !== null),
  )
  const payoutOf = (own: string | null, store: string | null): string | null =>
    own ?? (store === null ? null : (payouts.get(store) ?? null))
  const paidTo = payoutOf(row.merchant_id, row.store_id)
  const { demandPayoutAccount, demandPayoutMove } = ctx.deps.hooks
  if (merchantId !== row.merchant_id)
    return demandPayoutAccount(ctx, { from: row.merchant_id, to: merchantId, paidTo })
  await demandPayoutMove(ctx, { from: paidTo, to: payoutOf(merchantId, storeId), field: 'store' })
}
type Placing = { storeId: string | null | undefined; merchantId: string | null | undefined }

/** Gives all slots the one price or rate. A caller who turns the setting on must also give the value. */
async function unify(
  ctx: Ctx,
  row: queries.DeviceRow,
  next: DeviceSettings,
  { game_price, rate }: Pick<Edit, 'game_price' | 'rate'>,
): Promise<Shared> {
  const own = new Set<SettingName>(settingsOf(row.type))
  const wants = (name: 'same_gp' | 'same_pb', value: unknown, field: string, rule: RuleName): void => {
    if (value !== undefined && !own.has(name)) throw AppError.atField(field, 'notForType')
    if (value !== undefined && !next[name]) throw AppError.atField(field, 'notShared')
    if (value === undefined && own.has(name) && next[name] && !settingsIn(row)[name])
      throw AppError.atField(field, rule)
  }
  wants('same_gp', game_price, 'game_price', 'oneGamePrice')
  wants('same_pb', rate, 'rate', 'oneRate')
  if (game_price === undefined && rate === undefined) return { before: {}, change: null }
  if (isInitializing(row, ctx.now)) throw new AppError('busy')
  const turnedOn = (['same_gp', 'same_pb'] as const).filter((name) => next[name] && !settingsIn(row)[name])
  return ctx.deps.hooks.setAllSlots(ctx, row, { game_price, rate }, turnedOn)
}
type Shared = Awaited<ReturnType<Hooks['setAllSlots']>>

/** Puts settings of a machine as they were, without an audit of its own. */
export async function putSettings(
  ctx: Ctx,
  row: queries.DeviceRow,
  settings: Partial<DeviceSettings>,
): Promise<void> {
  const machine = machineOf(ctx, row)
  await queries.updateDevice(ctx, row.device_id, undefined, { settings })
  await changeSettings(machine, Object.keys(settings))
  await tellOfMachine(machine, { kind: 'machine', data: { sn: row.sn } })
}
