import {
  type Device,
  type DeviceFault,
  type deviceCalls,
  type DeviceSettings,
  type List,
  type ParsedInputOf,
  type RuleName,
  type SettingName,
  isApart,
  settingNames,
  settingsOf,
} from '@slotwise/contract'
import { signalOf } from '@slotwise/machine-protocol'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { setAllSlots, stockByDevice } from '../channels/index.ts'
import { areaOfStore } from '../regions/index.ts'
import * as store from './device-store.ts'
import { machineOf } from './machine.ts'
import { tellOfMachine, tellStore } from './presence-service.ts'
import { isInitializing, lockInOrder } from './presence-store.ts'
import { changeSettings, settingsIn } from './settings-store.ts'

type Input<Name extends keyof typeof deviceCalls> = ParsedInputOf<(typeof deviceCalls)[Name]>
type Edit = Omit<Input<'editDev'>, 'sn' | 'rev'>

/** Rows as the caller sees them, with what is in their slots and what is wrong with them. */
export async function asDevices(ctx: Ctx, rows: readonly store.DeviceRow[]): Promise<Device[]> {
  const ids = rows.map((row) => row.device_id)
  const stocks = await stockByDevice(ctx, ids)
  const faults = Map.groupBy(await store.activeFaults(ctx, ids), (fault) => fault.device_id)
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
      initializing_since: isInitializing(row, ctx.now)
        ? (row.initializing_since?.toISOString() ?? null)
        : null,
      faults: (faults.get(row.device_id) ?? []).map(toFault),
      applied: BigInt(row.applied_rev) >= BigInt(row.settings_rev),
      applied_at: row.applied_at?.toISOString() ?? null,
      waiting: waitingIn(row),
      bound_at: row.bound_at.toISOString(),
    }
  })
}

/** What the machine has not taken over: of one that has never said so, everything. */
function waitingIn(row: store.DeviceRow): string[] {
  if (row.applied_at === null) return ['title', ...settingsOf(row.type), 'slots']
  const changed = row.changed_revs as Record<string, number>
  return Object.keys(changed).filter((name) => (changed[name] ?? 0) > Number(row.applied_rev))
}

const toFault = ({ code, channel_sn: slot, since }: store.ActiveFault): DeviceFault => ({
  code: code as DeviceFault['code'],
  channel_sn: slot === 0 ? null : slot,
  since: since.toISOString(),
})

export async function getDev(ctx: Ctx, { condition, ...page }: Input<'getDev'>): Promise<List<Device>> {
  const { data, count } = await store.listDevices(ctx, page, condition)
  return { data: await asDevices(ctx, data), count }
}

export async function getDevCounts(ctx: Ctx) {
  const counts = await store.countStates(ctx)
  return { ...counts, offline: counts.all - counts.online }
}

export async function demandDevice(ctx: Ctx, sn: string): Promise<Device> {
  const row = await store.findDevice(ctx, sn)
  const [device] = row ? await asDevices(ctx, [row]) : []
  if (!device) throw new AppError('notFound')
  return device
}

export async function editDev(ctx: Ctx, { sn, rev, ...edit }: Input<'editDev'>): Promise<Device> {
  const [row] = await lockAll(ctx, [sn])
  if (!row) throw new AppError('notFound')
  const [before] = await asDevices(ctx, [row])
  const shared = await applyEdit(ctx, row, rev, edit)
  const after = await demandDevice(ctx, sn)
  await audit(ctx, {
    call: 'editDev',
    object: 'device',
    objectId: row.device_id,
    ...withShared(changed(before, after), shared, edit),
  })
  return after
}

export async function editDevs(ctx: Ctx, { sns, ...edit }: Input<'editDevs'>): Promise<{ count: number }> {
  const rows = await lockAll(ctx, sns)
  if (rows.length < new Set(sns).size) throw new AppError('notFound')
  const before = await asDevices(ctx, rows)
  const shared = new Map<string, Record<string, unknown>>()
  for (const row of rows) shared.set(row.sn, await applyEdit(ctx, row, undefined, edit))
  const after = await asDevices(ctx, await store.readDevices(ctx, sns))
  await audit(
    ctx,
    ...rows.map((row, i) => ({
      call: 'editDevs',
      object: 'device',
      objectId: row.device_id,
      ...withShared(changed(before[i], after[i]), shared.get(row.sn) ?? {}, edit),
    })),
  )
  return { count: rows.length }
}

/** Like everything that changes a machine, with its state first; many always in the same order. */
async function lockAll(ctx: Ctx, sns: readonly string[]): Promise<store.DeviceRow[]> {
  await lockInOrder(ctx.tx, ctx.tenant.id, await store.deviceIds(ctx, sns))
  return store.lockForEdit(ctx, sns)
}

/** What the merchant can say of a machine; how it is now is no change of his. */
const told = ['sn', 'title', 'type', 'area', 'area_name', 'store', 'store_name', 'merchant_id'] as const
const toldOf = (device: Device | undefined) =>
  device &&
  Object.fromEntries([...told, ...settingsOf(device.type)].map((name) => [name, device[name]] as const))
export const changed = (before: Device | undefined, after: Device | undefined) => ({
  before: toldOf(before),
  after: toldOf(after),
})

/** A price or rate for all slots stands in no field of the machine itself. */
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
  row: store.DeviceRow,
  rev: number | undefined,
  { title, area, store: storeId, merchant_id, game_price, rate, ...settings }: Edit,
): Promise<Record<string, unknown>> {
  const given = settingNames.filter((name) => settings[name] !== undefined)
  const own = new Set<SettingName>(settingsOf(row.type))
  for (const name of given) if (!own.has(name)) throw AppError.atField(name, 'notForType')
  const news = Object.fromEntries(given.map((name) => [name, settings[name]])) as Partial<DeviceSettings>
  const next = { ...settingsIn(row), ...news }
  if (!isApart(next)) throw AppError.atField('power_off', 'sameTimes')
  await demandStore(ctx, row, storeId, area)
  // There are none yet; a number can only be somebody else's.
  if (merchant_id) throw AppError.atField('merchant_id', 'unknownAccount')
  const isChanged = await store.updateDevice(ctx, row.device_id, rev, {
    ...(title === undefined ? {} : { title }),
    ...(storeId === undefined ? {} : { store_id: storeId }),
    ...(merchant_id === undefined ? {} : { merchant_id }),
    settings: news,
  })
  if (!isChanged) throw new AppError('changedMeanwhile')
  const place = machineOf(ctx, row)
  const shared = await unify(ctx, row, next, { game_price, rate })
  const before = settingsIn(row)
  const changes = [
    ...given.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(settings[name])),
    ...(title !== undefined && title !== row.title ? ['title'] : []),
  ]
  if (changes.length > 0) await changeSettings(place, changes)
  const event = { kind: 'machine', data: { sn: row.sn } } as const
  await tellOfMachine(place, event)
  // Those who look after the store that it has left are told as well.
  if (storeId !== undefined && row.store_id !== null && storeId !== row.store_id)
    await tellStore(place, row.store_id, event)
  return shared
}

/** A machine may be put into a store that the caller has, or taken out of one. */
async function demandStore(
  ctx: Ctx,
  row: store.DeviceRow,
  storeId: string | null | undefined,
  area: string | null | undefined,
): Promise<void> {
  const inStore = storeId === undefined ? row.store_id : storeId
  const actual = inStore === row.store_id ? row.area_id : inStore && (await areaOfStore(ctx, inStore))
  if (actual === undefined) throw AppError.atField('store', 'unknownStore')
  // Whoever looks after some stores only would lose sight of a machine that stands in none.
  if (storeId === null && !ctx.scope.all && !ctx.scope.devices.includes(row.device_id))
    throw AppError.atField('store', 'required')
  if (area !== undefined && area !== actual) throw AppError.atField('area', 'areaOfStore')
}

/** With one price or rate for all slots, all slots get it; who turns that on says which. */
async function unify(
  ctx: Ctx,
  row: store.DeviceRow,
  next: DeviceSettings,
  { game_price, rate }: Pick<Edit, 'game_price' | 'rate'>,
): Promise<Record<string, unknown>> {
  const own = new Set<SettingName>(settingsOf(row.type))
  const wants = (name: 'same_gp' | 'same_pb', value: unknown, field: string, rule: RuleName): void => {
    if (value !== undefined && !own.has(name)) throw AppError.atField(field, 'notForType')
    if (value !== undefined && !next[name]) throw AppError.atField(field, 'notShared')
    if (value === undefined && own.has(name) && next[name] && !settingsIn(row)[name])
      throw AppError.atField(field, rule)
  }
  wants('same_gp', game_price, 'game_price', 'oneGamePrice')
  wants('same_pb', rate, 'rate', 'oneRate')
  if (game_price === undefined && rate === undefined) return {}
  if (isInitializing(row, ctx.now)) throw new AppError('busy')
  return setAllSlots(ctx, { deviceId: row.device_id, sn: row.sn }, { game_price, rate })
}
