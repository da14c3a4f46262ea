/** The settings that a machine supports; it ignores all others. */
import { gameModes, lampColors, lampStyles } from '@slotwise/machine-protocol'

import type { Slot } from './memory.ts'

export type Difficulty = (typeof gameModes)[number]

/** What a slot sells. */
export type Offer = {
  ch: number
  goods: string | null
  price: number
  gamePrice?: number
  /** Winning rate, in percent. */
  rate?: number
  enabled: boolean
}

export type KnownSettings = {
  /** Minutes that the clock of the place is ahead of UTC. */
  utc_offset?: number
  power_ctrl?: boolean
  power_on?: string
  power_off?: string
  game_mode?: Difficulty
  lamp_ctrl?: boolean
  lamp_color?: string
  lamp_brightness?: number
  lamp_style?: string
  slots?: Offer[]
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean'
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const isWhole = (value: unknown, least: number): boolean => Number.isInteger(value) && Number(value) >= least
const oneOf =
  (words: readonly string[]) =>
  (value: unknown): boolean =>
    words.includes(value as string)

function isOffer(value: unknown): boolean {
  const { ch, goods, price, gamePrice, rate, enabled } = (value ?? {}) as Record<string, unknown>
  return (
    isWhole(ch, 1) &&
    (goods === null || typeof goods === 'string') &&
    isWhole(price, 2) &&
    (gamePrice === undefined || isWhole(gamePrice, 2)) &&
    (rate === undefined || (typeof rate === 'number' && rate >= 1 && rate <= 100)) &&
    isFlag(enabled)
  )
}

const canDo: Record<keyof KnownSettings, (value: unknown) => boolean> = {
  utc_offset: (value) => isWhole(value, -12 * 60) && Number(value) <= 14 * 60,
  power_ctrl: isFlag,
  power_on: isTime,
  power_off: isTime,
  game_mode: oneOf(gameModes),
  lamp_ctrl: isFlag,
  lamp_color: oneOf(lampColors),
  lamp_brightness: (value) => isWhole(value, 0) && Number(value) <= 100,
  lamp_style: oneOf(lampStyles),
  slots: (value) => Array.isArray(value) && value.every(isOffer),
}
const keys = Object.keys(canDo) as (keyof KnownSettings)[]

/** The settings in force after an update: unsupported values and slots that are not mentioned stay as they were. */
export function understood(received: Record<string, unknown>, before: KnownSettings): KnownSettings {
  const after = keys.map((key): [string, unknown] => {
    const stays = key in received ? !canDo[key](received[key]) : key === 'slots'
    return [key, stays ? before[key] : received[key]]
  })
  return Object.fromEntries(after.filter(([, value]) => value !== undefined))
}

/** The keys of an update that this machine has and of which it cannot do the value. */
export const unsupportedIn = (received: Record<string, unknown>): string[] =>
  keys.filter((key) => key in received && !canDo[key](received[key]))

/** What a slot sells; at the machine's own price while there are no settings, undefined when it sells nothing. */
export function offerOf({ slots }: KnownSettings, { ch, price }: Slot): Offer | undefined {
  if (!slots) return { ch, goods: '', price, enabled: true }
  const listed = slots.find((one) => one.ch === ch)
  return listed?.enabled && listed.goods !== null ? listed : undefined
}
