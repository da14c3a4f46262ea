/** The commands of a machine: whether one is possible now, and how it is carried out. */
import {
  movesSomething,
  type Command,
  type CommandArgs,
  type CommandOp,
  type SlotResult,
} from '@slotwise/machine-protocol'

import { between } from '../random.ts'
import { isFree, when, type Life, type Outcome } from './life.ts'
import { everythingCame, runErrand } from './motors.ts'
import type { Piece } from './memory.ts'
import type { Settings } from './settings.ts'
import type { Shelves } from './shelves.ts'
import { isUnacknowledged } from './voice.ts'

const second = 1_000
const initializationMs = [60 * second, 120 * second] as const
const screenStartMs = [20 * second, 40 * second] as const
const longestPulsesMs = 20 * second

/** How long a machine that disconnects waits for the server to acknowledge the result. */
const resultPatienceMs = 5 * second

/** The parts of the machine that commands act on. */
export type Organs = {
  shelves: Shelves
  settings: Settings
  /** Disconnects; reconnects after a start, or at once with another secret. */
  restart(): void
  reconnect(): void
  askTime(): void
}

/** Reports the result; returns the number of that message. */
type Done = (outcome: Outcome) => string
const fine: Outcome = { ok: true, items: [] }

/** Whether the command needs the machine to itself: it moves or renumbers something. */
export const needsTheMotors = (op: CommandOp): boolean =>
  movesSomething(op) || op === 'setChannels' || op === 'resetSlot'

export const letsMotionEnd = (op: CommandOp): boolean => op === 'power' || op === 'restart'

/** Why the command is impossible, the first reason in the order of the protocol; undefined when it is possible. */
export function impossible(life: Life, { shelves }: Organs, command: Command): string | undefined {
  const { op } = command
  if (!supported(life, command)) return 'not supported'
  if (slotsOf(command).some((ch) => !shelves.find(ch))) return 'no such slot'
  if (op === 'resetSlot' && collide(life, command.args)) return 'same number'
  if (movesSomething(op) && !life.memory.power.machine) return 'off'
  if (!needsTheMotors(op)) return undefined
  if (life.initializing) return 'initializing'
  return isFree(life) ? undefined : 'busy'
}

function supported({ kind }: Life, { op, args }: Command): boolean {
  switch (op) {
    case 'dispense':
      return 'pulses' in args
        ? kind.moves === 'pulses' && lengthOf(args) <= longestPulsesMs
        : kind.moves !== 'pulses'
    case 'testOut':
    case 'resetSlot':
      return kind.moves !== 'pulses'
    case 'setChannels':
      return kind.moves !== 'pulses' && args.count <= kind.slots
    case 'led':
      return kind.lamp
    default:
      return true
  }
}

type Pulses = { pulses: number; widthMs: number; gapMs: number }
const lengthOf = ({ pulses, widthMs, gapMs }: Pulses): number => pulses * (widthMs + gapMs)

function slotsOf({ op, args }: Command): number[] {
  if (op === 'resetSlot') return args.slots.map(({ from }) => from)
  if (op !== 'dispense' && op !== 'testOut') return []
  return 'items' in args ? args.items.map(({ ch }) => ch) : []
}

function collide({ memory }: Life, { slots }: CommandArgs<'resetSlot'>): boolean {
  const numbers = new Map(slots.map(({ from, to }) => [from, to]))
  const after = memory.slots.map(({ ch }) => numbers.get(ch) ?? ch)
  return numbers.size < slots.length || new Set(after).size < after.length
}

export function carryOut(life: Life, organs: Organs, command: Command, done: Done): void {
  const { memory } = life
  const { shelves, settings } = organs
  const { id, op, args } = command
  const errand = (items: readonly Piece[]) => ({
    id,
    items,
    progress: (results: SlotResult[]) => void life.say('progress', { id, items: results }),
    done: tell(life, shelves, done),
  })
  switch (op) {
    case 'dispense':
      if ('pulses' in args) return emitPulses(life, id, args, done)
      return runErrand(life, shelves, { ...errand(args.items), test: false })
    case 'testOut':
      return runErrand(life, shelves, { ...errand(args.items), test: true })
    case 'led':
      memory.lamp = { ...memory.lamp, ...(args as typeof memory.lamp) }
      return void done(fine)
    case 'power':
      memory.power[args.part] = args.on
      return void done(fine)
    case 'restart':
      if (args.part === 'android') return restartScreen(life, done)
      return goAway(life, id, done(fine), organs.restart)
    case 'refreshSetting':
      settings.refresh()
      return void done(fine)
    case 'setChannels':
      return initialize(life, shelves, args.count, done)
    case 'resetSlot':
      shelves.renumber(args.slots)
      return void done(fine)
    case 'rotateKey':
      memory.otherSecret = memory.secret
      memory.secret = args.secret
      return when(life, isKnown(life, done(fine)), organs.reconnect, resultPatienceMs)
  }
}

const isKnown =
  ({ memory }: Life, mid: string) =>
  (): boolean =>
    !isUnacknowledged(memory, mid)

/** Blocks the motors, and leaves when the server has acknowledged the result or the time is over. */
function goAway(life: Life, id: string, mid: string, leave: () => void): void {
  life.motors.holder = id
  when(life, isKnown(life, mid), leave, resultPatienceMs)
}

function restartScreen(life: Life, done: Done): void {
  done(fine)
  life.screen = false
  life.working(between(life.random, screenStartMs), () => {
    life.screen = true
  })
}

/** Sends the result first, then the changed slots. */
function tell({ hardware }: Life, shelves: Shelves, done: Done): (results: SlotResult[]) => void {
  return (items) => {
    const outcome = { ok: everythingCame(items), items }
    const fault = hardware.broken()
    done(fault === undefined ? outcome : { ...outcome, fault })
    shelves.reportChanges()
  }
}

/** Success means that the pulses were sent; what the connected machine did with them is unknown. */
function emitPulses(life: Life, id: string, pulses: Pulses, done: Done): void {
  life.notice({ what: 'begin', id })
  life.notice({ what: 'motion', id, ch: 1, piece: 1 })
  life.working(lengthOf(pulses), () => {
    const fault = life.hardware.turn(1)
    done(fault === undefined ? fine : { ok: false, items: [], fault })
  })
}

function initialize(life: Life, shelves: Shelves, count: number, done: Done): void {
  life.initializing = true
  life.say('config', { init: 'running', slots: 0 })
  life.working(between(life.random, initializationMs), () => {
    life.initializing = false
    life.say('config', { init: 'done', slots: count })
    shelves.setCount(count)
    done(fine)
  })
}
