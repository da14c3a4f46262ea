/** The settings of a machine, and which type has which. Names and values are those of docs/machine-protocol.md. */
import {
  adModes,
  buyModes,
  capabilities,
  gameModes,
  gamePackages,
  lampColors,
  lampStyles,
  type MachineType,
  winningModes,
} from '@slotwise/machine-protocol'
import { z } from 'zod'

import { isOneLine, text } from '../kernel/fields.ts'
import { Clock } from '../kernel/time.ts'

export {
  adModes,
  buyModes,
  gameModes,
  gamePackages,
  lampColors,
  lampStyles,
  winningModes,
} from '@slotwise/machine-protocol'

export const LampColor = z.enum(lampColors)
export const LampStyle = z.enum(lampStyles)
export const Brightness = z.int().min(0, { error: 'v:percent' }).max(100, { error: 'v:percent' })

/** Parts of keys that set a machine's network address, identity or programs; refused anywhere in a key. */
const dangerousParts =
  /proto|constructor|secret|passw|token|mqtt|broker|server|proxy|update|upgrade|firmware|reboot|restart|shutdown|shell|script|wifi|ssid|gateway|endpoint|webhook|debug|command|credential|telnet|busybox|factory/i
/** Too short to be searched for inside other words ("support" contains "port"), so they must be whole words. */
const dangerousWords =
  'sn pass pwd pin key auth login cert tls ssl http https host port url uri ip dns vpn apn domain topic boot rev mid ota apk install download wipe exec eval cmd root su sudo adb ssh imei serial username clientid deviceid keepalive'
/** Words that may follow a dangerous one: "hostname" and "otaurls" count as "host" and "url". */
const companions = 'name no num number id addr address code base api private public prefix loader list er s d'
const oneOf = (words: string): string => words.replaceAll(' ', '|')
const onlyCompanions = new RegExp(`^(?:${oneOf(companions)})*$`)
const onlySuspects = new RegExp(`^(?:${oneOf(`${dangerousWords} ${companions}`)})*$`)

/**
 * Splits a key into words: `serverUrl2`, `SERVER_URL` and `server.url` give the same ones. `apiURLs` is split by its
 * case and also kept whole.
 */
const wordsOf = (key: string): string[] => [
  ...key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z]+/),
  ...key.split(/[^A-Za-z]+/),
  key.replace(/[^A-Za-z]/g, ''),
]

const isDangerous = (key: string): boolean =>
  dangerousParts.test(key) ||
  wordsOf(key)
    .map((word) => word.toLowerCase())
    .some((word) => onlySuspects.test(word) && !onlyCompanions.test(word))

/** `gamePrice` is `game_price`. */
const plain = (key: string): string => key.replace(/[^A-Za-z\d]/g, '').toLowerCase()
const ExtendKey = text(40)
  .regex(/^[A-Za-z][\w.-]*$/, { error: 'v:extendKey' })
  .refine((key) => !isDangerous(key) && !takenKeys.has(plain(key)), { error: 'v:extendDangerous' })

/** An additional setting that only some models of machine need. */
const ExtendLine = z.strictObject({
  key: ExtendKey,
  value: text(200).refine(isOneLine, { error: 'v:controlCharacters' }),
  note: text(100).default(''),
})
export type ExtendLine = z.infer<typeof ExtendLine>

const settingFields = {
  /** What the QR codes on the screen are for. */
  buy_mode: z.enum(buyModes),
  /** Whether the machine is switched on and off at set times. */
  power_ctrl: z.boolean(),
  power_on: Clock,
  power_off: Clock,
  /** One game price, or one winning rate, for all slots. */
  same_gp: z.boolean(),
  same_pb: z.boolean(),
  game_package: z.enum(gamePackages),
  probability: z.enum(winningModes),
  /** A customer who won within the last 30 days plays at the highest difficulty. */
  game_black: z.boolean(),
  game_mode: z.enum(gameModes),
  ad_mode: z.enum(adModes),
  /** Slots in a row of the machine. */
  channel_x: z.int().min(1, { error: 'v:channelX' }).max(20, { error: 'v:channelX' }),
  lamp_ctrl: z.boolean(),
  lamp_color: LampColor,
  lamp_brightness: Brightness,
  lamp_style: LampStyle,
  extend: z
    .array(ExtendLine)
    .max(20)
    .refine((lines) => new Set(lines.map(({ key }) => key.toLowerCase())).size === lines.length, {
      error: 'v:extendTwice',
    }),
}

export const DeviceSettings = z.strictObject(settingFields)
/** Settings as they were saved: keys saved earlier may have become forbidden since, and must still be readable. */
export const SavedSettings = z.object({
  ...settingFields,
  extend: z.array(z.object({ key: z.string(), value: z.string(), note: z.string() })),
})
export type DeviceSettings = z.infer<typeof DeviceSettings>
export type SettingName = keyof DeviceSettings
export const settingNames = Object.keys(settingFields) as SettingName[]

export const defaultSettings: DeviceSettings = {
  buy_mode: 'both',
  power_ctrl: false,
  power_on: '08:00',
  power_off: '22:00',
  same_gp: false,
  same_pb: false,
  game_package: 'local lipstick',
  probability: 'random',
  game_black: false,
  game_mode: 'normal',
  ad_mode: 'none',
  channel_x: 5,
  lamp_ctrl: true,
  lamp_color: 'random',
  lamp_brightness: 80,
  lamp_style: 'constant',
  extend: [],
}

export type PowerTimer = {
  power_ctrl?: boolean | undefined
  power_on?: string | undefined
  power_off?: string | undefined
}

/** False when the timer would switch the machine on and off at the same time. */
export const powerTimesDiffer = ({ power_ctrl: isOn, power_on: on, power_off: off }: PowerTimer): boolean =>
  !isOn || on !== off

/** Keys that are settings of their own, or that already mean something to the machine. */
const takenKeys: ReadonlySet<string> = new Set(
  [
    ...'title slots store area goods price game_price rate quantity qty max enabled picture'.split(' '),
    ...'time_zone utc_offset currency language'.split(' '),
    ...Object.keys(defaultSettings),
    ...Object.getOwnPropertyNames(Object.prototype),
  ].map(plain),
)

const power = ['power_ctrl', 'power_on', 'power_off'] as const
const game = ['buy_mode', 'same_gp', 'game_package', 'game_black', 'game_mode'] as const
const chance = ['same_pb', 'probability'] as const
const lamp = ['lamp_ctrl', 'lamp_color', 'lamp_brightness', 'lamp_style'] as const

/** Returns the settings that a type of machine has. */
export function settingsOf(type: MachineType): SettingName[] {
  const has = capabilities[type]
  const names = new Set<SettingName>([
    ...(has.game ? game : []),
    ...(has.chance ? chance : []),
    ...(has.powerTimer ? power : []),
    ...(has.ads ? (['ad_mode'] as const) : []),
    ...(has.slots > 1 ? (['channel_x'] as const) : []),
    ...(has.lamp ? lamp : []),
    'extend',
  ])
  return settingNames.filter((name) => names.has(name))
}

/** What a machine of this type is sent, by the names that the merchant knows. */
export const sentTo = (type: MachineType): (SettingName | 'title' | 'slots')[] => [
  'title',
  ...settingsOf(type),
  'slots',
]

/** The setting that a machine reports as not supported: it may name one of the custom ones. */
export const settingOf = (reported: string): string => (reported.startsWith('extend.') ? 'extend' : reported)
