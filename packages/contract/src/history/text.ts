/** The texts of a machine's history. */
import { z } from 'zod'

import type { StockReason } from '../slots/stock.ts'
import { stockReasonWords } from '../slots/words.ts'
import { fill, joinNames, type Locale, type TextParams } from '../kernel/locale.ts'
import { Items, Numbers, PowerArgs, Pulses } from '../commands/args.ts'
import { codeOf } from '../commands/failure.ts'
import { commandStateWords, commandWords, powerWords, refusalWords } from '../commands/words.ts'
import { faultWords } from '../presence/words.ts'
import type { HistoryLine } from './schemas.ts'
import { historyLineWords } from './words.ts'
import type { CommandItem, CommandState } from '../commands/step.ts'
import { lampColorWords, lampStyleWords } from '../devices/setting-words.ts'
import { deviceFieldWords } from '../devices/words.ts'

type Tone = 'good' | 'bad' | 'busy' | 'attention' | 'idle'

export type HistoryText = {
  title: string
  /** The state, for lines that can turn out well or badly. */
  state?: { tone: Tone; word: string }
  details: string[]
  who: string
}

const stateTones: Record<CommandState, Tone> = {
  created: 'busy',
  sent: 'busy',
  acknowledged: 'busy',
  done: 'good',
  failed: 'bad',
  expired: 'bad',
  unknown: 'attention',
  cancelled: 'idle',
}

const known = (texts: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(texts, key) ? texts[key] : undefined

/** The text of a fault code or of a refusal; any other reason is the machine's own text and is returned as it is. */
export const reasonText = (locale: Locale, reason: string): string =>
  known(faultWords[locale], reason) ?? known(refusalWords[locale], reason) ?? reason

type CommandLine = Extract<HistoryLine, { kind: 'command' }>

const Lamp = z.object({
  on: z.boolean(),
  color: z.string().optional(),
  brightness: z.int().optional(),
  style: z.string().optional(),
})
const Count = z.object({ count: z.int() })
const Setting = z.object({ setting: z.string() })

/** The arguments of a command as text. Empty when the arguments are not of a known form. */
export function argumentsText(locale: Locale, { op, args }: Pick<CommandLine, 'op' | 'args'>): string {
  const texts = historyLineWords[locale]
  const names = (lines: string[]): string => joinNames(locale, lines)
  const items = Items.safeParse(args).data?.items
  if (items && op === 'testOut') return names(items.map(({ ch }) => fill(texts.slot, { slot: ch })))
  if (items) return names(items.map(({ ch, n }) => fill(texts.slotTimes, { slot: ch, count: n })))
  const pulses = op === 'dispense' && Pulses.safeParse(args).data?.pulses
  if (pulses) return fill(texts.pulses, { count: pulses })
  const lamp = op === 'led' && Lamp.safeParse(args).data
  if (lamp)
    return names(
      [
        lamp.on ? texts.lampOn : texts.lampOff,
        lamp.color && known(lampColorWords[locale], lamp.color),
        lamp.brightness !== undefined && `${lamp.brightness}%`,
        lamp.style && known(lampStyleWords[locale], lamp.style),
      ].filter((part) => typeof part === 'string' && part !== '') as string[],
    )
  const power = (op === 'power' || op === 'restart') && PowerArgs.safeParse(args).data
  if (power) {
    const motion = power.on === undefined ? [] : [powerWords[locale][power.on ? 'on' : 'off']]
    return names([powerWords[locale][power.part], ...motion])
  }
  const setting = op === 'refreshSetting' && Setting.safeParse(args).data?.setting
  if (setting) return known(deviceFieldWords[locale], setting) ?? setting
  const count = op === 'setChannels' && Count.safeParse(args).data?.count
  if (count) return fill(texts.slots, { count })
  const numbers = op === 'resetSlot' && Numbers.safeParse(args).data?.slots
  return numbers ? names(numbers.map((pair) => fill(texts.renumber, pair))) : ''
}

/** The result of one slot as text. */
export function itemText(locale: Locale, { ch, n, ok, fault }: CommandItem): string {
  const texts = historyLineWords[locale]
  const say = (text: string, params: TextParams = {}): string => fill(text, { slot: ch, ...params })
  if (ok) return n !== undefined && n > 1 ? say(texts.slotDoneTimes, { count: n }) : say(texts.slotDone)
  return fault === undefined
    ? say(texts.slotFailed)
    : say(texts.slotReason, { reason: reasonText(locale, fault) })
}

function commandText(locale: Locale, line: CommandLine): HistoryText {
  const texts = historyLineWords[locale]
  const given = argumentsText(locale, line)
  // The results of the slots already name what was asked for.
  const isNamedByItems = line.items.length > 0 && line.op !== 'dispense'
  const reasons = [line.fault, line.why].filter((reason) => reason !== null && reason !== '') as string[]
  const details = [
    ...(isNamedByItems || given === '' ? [] : [given]),
    ...line.items.map((item) => itemText(locale, item)),
    ...new Set(reasons.map((reason) => reasonText(locale, reason))),
    ...(line.state === 'failed' ? [fill(texts.code, { code: codeOf(line) })] : []),
  ]
  return {
    title: known(commandWords[locale], line.op) ?? line.op,
    state: { tone: stateTones[line.state], word: commandStateWords[locale][line.state] },
    details,
    who: line.username === '' ? texts.bySystem : fill(texts.by, { name: line.username }),
  }
}

/** A difference with its sign. */
const signed = (difference: number): string => (difference > 0 ? `+${difference}` : `−${-difference}`)

/** What changed the stock, where it was not a person: the machine, or the sweep that folds old lines. */
export const stockMover = (locale: Locale, { reason }: { reason: StockReason }): string =>
  historyLineWords[locale][reason === 'opening' ? 'bySystem' : 'byDevice']

export function historyText(locale: Locale, line: HistoryLine): HistoryText {
  const texts = historyLineWords[locale]
  if (line.kind === 'command') return commandText(locale, line)
  if (line.kind === 'fault') {
    const reason = faultWords[locale][line.code]
    return {
      title: line.channel_sn === null ? reason : fill(texts.slotReason, { slot: line.channel_sn, reason }),
      state: line.cleared_at ? { tone: 'good', word: texts.cleared } : { tone: 'bad', word: texts.active },
      details: line.raw === '' || line.raw === line.code ? [] : [fill(texts.reportedAs, { raw: line.raw })],
      who: '',
    }
  }
  const { channel_sn: slot, goods, before, after } = line
  const difference = after - before
  const place = goods === null ? fill(texts.slot, { slot }) : fill(texts.slotGoods, { slot, goods })
  const change = fill(difference === 0 ? texts.change : texts.changeBy, {
    before,
    after,
    difference: signed(difference),
  })
  return {
    title: stockReasonWords[locale][line.reason],
    details: [place, change],
    who: line.username === '' ? stockMover(locale, line) : fill(texts.by, { name: line.username }),
  }
}
