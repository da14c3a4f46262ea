/** The forms of settings send only what the user changed, so that nothing else is overwritten. */
import {
  always,
  type Device,
  DeviceEdit,
  DevicesEdit,
  type DeviceSettings,
  type MachineType,
  type PowerTimer,
  powerTimesDiffer,
  type SettingName,
  settingNames,
  settingsOf,
} from '@slotwise/contract'

import { thresholdShape, type ThresholdValues } from '../../../entities/threshold/use-threshold-form.ts'
import type { TypedMoney } from '../../../ui/money-input.tsx'

const settingGroups = {
  screen: ['buy_mode', 'channel_x', 'ad_mode'],
  game: ['game_package', 'game_mode', 'probability', 'game_black', 'same_gp', 'same_pb'],
  power: ['power_ctrl', 'power_on', 'power_off'],
  lamp: ['lamp_ctrl', 'lamp_color', 'lamp_brightness', 'lamp_style'],
  extend: ['extend'],
} as const satisfies Record<string, readonly SettingName[]>

type SettingGroup = keyof typeof settingGroups

/** The groups that contain one of these settings, each with those settings. */
export function groupsOf(names: readonly SettingName[]): { group: SettingGroup; settings: SettingName[] }[] {
  return (Object.keys(settingGroups) as SettingGroup[])
    .map((group) => ({
      group,
      settings: settingGroups[group].filter((name: SettingName) => names.includes(name)),
    }))
    .filter(({ settings }) => settings.length > 0)
}

/** The settings that machines of all these types have. */
export const commonSettings = (types: readonly MachineType[]): SettingName[] =>
  settingNames.filter((name) => types.every((type) => settingsOf(type).includes(name)))

/** One value for all slots, sent along with its switch. */
export type ForAllSlots = { game_price: TypedMoney; rate: number | null }

export type SettingsValues = DeviceSettings &
  ForAllSlots & { title: string; store: string | null; merchant_id: string | null }

export function valuesOf(device: Device): SettingsValues {
  const settings = Object.fromEntries(settingNames.map((name) => [name, device[name]])) as DeviceSettings
  const { title, store, merchant_id } = device
  return { ...settings, title, store, merchant_id, game_price: null, rate: null }
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Switching on requires one value for all slots; while it is on, a new value is optional. */
function forAllSlots(values: SettingsValues, device: Device): Record<string, unknown> {
  const names = settingsOf(device.type)
  const wanted: Record<string, unknown> = {}
  if (names.includes('same_gp') && values.same_gp && (!device.same_gp || values.game_price !== null))
    wanted['game_price'] = values.game_price
  if (names.includes('same_pb') && values.same_pb && (!device.same_pb || values.rate !== null))
    wanted['rate'] = values.rate
  return wanted
}

export function changedSettings(values: SettingsValues, device: Device): Record<string, unknown> {
  const names = ['title', 'store', 'merchant_id', ...settingsOf(device.type)] as const
  const changed = names.filter((name) => !isSame(values[name], device[name]))
  return {
    sn: device.sn,
    rev: device.rev,
    ...Object.fromEntries(changed.map((name) => [name, values[name]])),
    ...forAllSlots(values, device),
  }
}

/** The server's rule on the merged settings, checked here at the field that the user leaves. */
const powerTimeRules = (device: Device, isOffered: (name: keyof PowerTimer, change: PowerTimer) => boolean) =>
  (['power_on', 'power_off'] as const).map((name) =>
    always<PowerTimer>(
      (change) => powerTimesDiffer({ ...device, ...change }) || !isOffered(name, change),
      name,
      'v:sameTimes',
    ),
  )

/** A machine with its thresholds, which are saved by a call of their own. */
export const editOf = (device: Device) =>
  DeviceEdit.safeExtend(thresholdShape).check(...powerTimeRules(device, () => true))

/** What a form sends: the changed settings, and the thresholds. */
export const editedDevice = (
  { low, offline_minutes, ...values }: SettingsValues & ThresholdValues,
  device: Device,
): Record<string, unknown> => ({ ...changedSettings(values, device), low, offline_minutes })

/** Whether an edit says more than which machine, at which revision, it is about. */
export const hasSettings = (edit: object): boolean =>
  Object.keys(edit).some((name) => name !== 'sn' && name !== 'rev')

const sharedNames: ReadonlySet<string> = new Set(['sn', 'rev', 'same_gp', 'game_price', 'same_pb', 'rate'])

/** Whether an edit changes more than the game price and rate of all slots, which alone can be undone. */
export const hasMoreThanShared = (edit: object): boolean =>
  Object.keys(edit).some((name) => !sharedNames.has(name))

/** Only the first of many machines is known; a change that does not fit it is refused for all. */
export const editOfMany = (first: Device) =>
  DevicesEdit.check(...powerTimeRules(first, (name, change) => change[name] !== undefined))

/** What can be changed on many machines at once. */
export type BatchName = SettingName | 'store'
export type BatchValues = DeviceSettings &
  ForAllSlots & { store: string | null; take: Partial<Record<BatchName, boolean>> }

export function takenSettings(values: BatchValues, sns: string[]): Record<string, unknown> {
  const taken = (['store', ...settingNames] as const).filter((name) => values.take[name])
  return {
    sns,
    ...Object.fromEntries(taken.map((name) => [name, values[name]])),
    ...(taken.includes('same_gp') && values.same_gp ? { game_price: values.game_price } : {}),
    ...(taken.includes('same_pb') && values.same_pb ? { rate: values.rate } : {}),
  }
}
