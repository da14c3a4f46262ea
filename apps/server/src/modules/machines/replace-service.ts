/**
 * A machine takes the place of another one, in one transaction: it is bound unless it is bound already, gets the store,
 * title, payout account, settings, thresholds and layout of the old machine, and the old one is unbound. The stock of
 * the old machine is taken off its books, as with every unbinding; the new one begins with its own count.
 */
import {
  defaultSettings,
  type Device,
  type MachineType,
  mayAccess,
  type ParsedInputOf,
  type machineCalls,
  type ReplacePlan,
  type SettingName,
  settingNames,
  settingsOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, grantsIn, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashToken } from '../../kernel/tokens.ts'
import {
  changed,
  changeSettings,
  demandDevice,
  demandRow,
  type DeviceRow,
  findDevice,
  machineOf,
  settingsIn,
  updateDevice,
} from '../devices/index.ts'
import { isInitializing, lockInOrder, tellOfMachine } from '../presence/index.ts'
import { type Layout, layoutFor, type RoomOfSlot, roomsOf, takeLayout } from '../slots/index.ts'
import { addDeviceToOwnScope, passScopes } from '../staff/index.ts'
import { copyThreshold } from '../thresholds/index.ts'
import { bindMachine } from './bind-service.ts'
import * as registry from './registry-queries.ts'
import { unbindMachine } from './unbind-service.ts'

type Input<Name extends keyof typeof machineCalls> = ParsedInputOf<(typeof machineCalls)[Name]>
type Asked = Input<'previewReplace'>

/** A replacement unbinds and binds, so the caller needs the permissions of both. */
function demandBoth(ctx: Ctx): void {
  if (!mayAccess('device.manage', grantsIn(ctx))) throw new AppError('noPermission')
}

/** The machine that takes the place: one of the merchant that is not in use, or a free one whose code the caller has. */
type Next = { type: MachineType; slots: RoomOfSlot[]; row: DeviceRow | undefined }

async function demandNext(
  ctx: Ctx,
  { to, code }: Asked,
  machine: registry.Machine | undefined,
): Promise<Next> {
  const row = await findDevice(ctx, to)
  if (row) {
    const slots = await roomsOf(ctx, row)
    if (isInitializing(row, ctx.now)) throw new AppError('busy')
    return { type: row.type, slots, row }
  }
  const isRight = code !== undefined && machine?.bind_code_hash?.equals(hashToken(code))
  if (!machine || !isRight) throw new AppError('unknownDevice')
  if (machine.tenant_id) throw new AppError('boundElsewhere')
  if (await registry.isSecretKnownElsewhere(ctx.tx, to, ctx.tenant.id)) throw new AppError('needsNewSecret')
  const slots = Array.from({ length: machine.slots }, (_, i) => ({
    channel_sn: i + 1,
    max: 0,
    most: undefined,
  }))
  return { type: machine.type as MachineType, slots, row: undefined }
}

/** Refuses a machine that is in use: what it sells would be overwritten. */
async function demandSpare(ctx: Ctx, { row }: Next): Promise<void> {
  if (row && (row.store_id !== null || (await hasGoods(ctx, row)))) throw new AppError('notSpare')
}

/** Refuses to take a machine from the account that it has of its own, where the caller may not do so. */
async function demandPayoutOf(ctx: Ctx, old: DeviceRow, { row }: Next): Promise<void> {
  if (row && row.merchant_id !== null)
    await ctx.deps.hooks.demandPayoutMove(ctx, { from: row.merchant_id, to: old.merchant_id, field: 'to' })
}

const hasGoods = async (ctx: Ctx, row: DeviceRow): Promise<boolean> => {
  const none = { type: row.type, slots: [] }
  return (await layoutFor(ctx, row, none)).lostSlots.length > 0
}

/** Settings of the old machine that differ from the standard ones, by whether the new type has them. */
function settingsFor(old: DeviceRow, type: MachineType): Record<'moved' | 'lost', SettingName[]> {
  const values = settingsIn(old)
  const own = new Set(settingsOf(old.type))
  const isSet = (name: SettingName): boolean =>
    own.has(name) && JSON.stringify(values[name]) !== JSON.stringify(defaultSettings[name])
  const known = new Set(settingsOf(type))
  const set = settingNames.filter(isSet)
  return { moved: set.filter((name) => known.has(name)), lost: set.filter((name) => !known.has(name)) }
}

/** The settings of the new machine: those of the old one where both types have them, the standard ones elsewhere. */
function settingsAfter(old: DeviceRow, type: MachineType): Partial<Record<SettingName, unknown>> {
  const values = settingsIn(old)
  const own = new Set(settingsOf(old.type))
  return Object.fromEntries(
    settingsOf(type).map((name) => [name, own.has(name) ? values[name] : defaultSettings[name]]),
  )
}

/** Settings of a bound machine that are neither the standard ones nor those that it gets. */
function replacedSettings(old: DeviceRow, { row, type }: Next): SettingName[] {
  if (!row) return []
  const [present, after] = [settingsIn(row), settingsAfter(old, type)]
  const differs = (name: SettingName, others: Partial<Record<SettingName, unknown>>): boolean =>
    JSON.stringify(present[name]) !== JSON.stringify(others[name])
  return settingsOf(type).filter((name) => differs(name, after) && differs(name, defaultSettings))
}

export async function previewReplace(ctx: Ctx, asked: Asked): Promise<ReplacePlan> {
  demandBoth(ctx)
  const old = await demandDevice(ctx, asked.sn)
  const row = await demandRow(ctx, asked.sn)
  const next = await demandNext(ctx, asked, await registry.findMachine(ctx.tx, asked.to))
  await demandSpare(ctx, next)
  await demandPayoutOf(ctx, row, next)
  const layout = await layoutFor(ctx, row, next)
  const { moved, lost } = settingsFor(row, next.type)
  return {
    sn: row.sn,
    title: row.title,
    type: row.type,
    stock: old.stock,
    to: asked.to,
    to_type: next.type,
    is_bound: next.row !== undefined,
    store_name: row.store_name,
    merchant_name: row.merchant_name,
    settings: moved,
    lost_settings: lost,
    replaced_settings: replacedSettings(row, next),
    slots: layout.models.filter((slot) => slot.goods_id !== null).map((slot) => slot.channel_sn),
    is_alike: layout.isAlike,
    lost_slots: layout.lostSlots,
    smaller: layout.smaller,
    lost_terms: layout.lostTerms,
  }
}

export async function replaceDev(
  ctx: Ctx,
  { sign: _checked, ...asked }: Input<'replaceDev'>,
): Promise<Device> {
  demandBoth(ctx)
  // Binding locks the register before the states of machines, unbinding after them; a free machine is only bound.
  const isBound = (await findDevice(ctx, asked.to)) !== undefined
  const machine = isBound ? undefined : await registry.lockMachine(ctx.tx, asked.to)
  await lockBoth(ctx, asked)
  const old = await demandRow(ctx, asked.sn)
  const next = await demandNext(ctx, asked, machine)
  await demandSpare(ctx, next)
  await demandPayoutOf(ctx, old, next)
  const layout = await layoutFor(ctx, old, next)
  const { caller, row } = await boundRow(ctx, asked.to, old, next)
  const before = await demandDevice(ctx, asked.sn)
  await moveIn(caller, old, row, layout)
  await unbindMachine(machineOf(ctx, old), ctx.user)
  const device = await demandDevice(caller, asked.to)
  await auditBoth(ctx, { before, old, device, row, layout })
  return device
}

/** Locks the machines in the order of every other path. One that is not bound yet has no state. */
async function lockBoth(ctx: Ctx, { sn, to }: Asked): Promise<void> {
  const rows = [await demandRow(ctx, sn), await findDevice(ctx, to)]
  await lockInOrder(
    ctx.tx,
    ctx.tenant.id,
    rows.flatMap((row) => row?.device_id ?? []),
  )
}

/** The new machine with a caller who sees it: it is bound now, unless it is bound already. */
async function boundRow(ctx: Ctx, sn: string, old: DeviceRow, next: Next) {
  if (next.row) return { caller: withDevice(ctx, next.row.device_id), row: next.row }
  const binding = { sn, title: old.title, storeId: old.store_id }
  const bound = await bindMachine(ctx.tx, ctx.tenant.id, ctx.now, binding)
  if (!bound) throw new AppError('boundElsewhere')
  await addDeviceToOwnScope(ctx, bound.deviceId, old.area_id)
  const caller = withDevice(ctx, bound.deviceId)
  return { caller, row: await demandRow(caller, sn) }
}

const withDevice = (ctx: Ctx, id: string): Ctx =>
  ctx.scope.all ? ctx : { ...ctx, scope: { ...ctx.scope, devices: [...ctx.scope.devices, id] } }

/** Gives the new machine what the old one has. */
async function moveIn(ctx: Ctx, old: DeviceRow, to: DeviceRow, layout: Layout): Promise<void> {
  const settings = settingsAfter(old, to.type)
  const present = settingsIn(to)
  const different = settingsOf(to.type).filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(present[name]),
  )
  await updateDevice(ctx, to.device_id, undefined, {
    title: old.title,
    store_id: old.store_id,
    merchant_id: old.merchant_id,
    settings,
  })
  const machine = machineOf(ctx, to)
  await changeSettings(machine, [...different, 'title'])
  await takeLayout(ctx, to, layout)
  await copyThreshold(refOf(ctx), old.device_id, to.device_id)
  for (const hook of ctx.deps.hooks.thresholdsChanged) await hook(machine, { device: to.device_id })
  await passScopes(ctx, old.device_id, to.device_id)
  await tellOfMachine(machine, { kind: 'machine', data: { sn: to.sn } })
}

type Replaced = { before: Device; old: DeviceRow; device: Device; row: DeviceRow; layout: Layout }

/** Both machines have it in their history. */
const auditBoth = (ctx: Ctx, { before, old, device, row, layout }: Replaced): Promise<void> =>
  audit(
    ctx,
    {
      call: 'replaceDev',
      object: 'device',
      objectId: old.device_id,
      before: changed(before, undefined).before,
      after: { sn: old.sn, replaced_by: device.sn },
    },
    {
      call: 'replaceDev',
      object: 'device',
      objectId: row.device_id,
      after: {
        ...changed(undefined, device).after,
        replaces: old.sn,
        channel_sn: layout.models.map((slot) => slot.channel_sn).join(', '),
      },
    },
  )
