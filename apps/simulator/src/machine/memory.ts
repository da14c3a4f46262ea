import {
  type OrderRequest,
  rememberedCommands,
  type Envelope,
  type FaultCode,
  type MachineType,
  type SlotResult,
  type UpMessage,
  type UpName,
} from '@slotwise/machine-protocol'

import { between, chance, wholeBetween, type Random } from '../random.ts'
import { kindOf } from './kinds.ts'
import type { KnownSettings } from './known-settings.ts'

export type Slot = { ch: number; qty: number; max: number; price: number; fault?: FaultCode }
export type Piece = { ch: number; n: number }

/** A received command, the answer to it, and its result. */
export type Remembered = {
  id: string
  op: string
  ack: UpMessage<'ack'>
  result?: UpMessage<'result'>
}

/** A message that the server has not acknowledged yet. */
export type OutboxMessage = {
  name: UpName
  envelope: Envelope
  /** Dated by the machine's own clock: the date is corrected, and the message sent, once the server's time is known. */
  undated?: true
}

/** An order for an online payment. */
export type Asked = { reqId: string; items: Piece[]; pay: OrderRequest['pay'] }

/** A customer who has paid and waits for the goods. */
export type Serving = {
  saleId: string
  orderNo?: string
  client: UpMessage<'sale'>['client']
  amount: number
  items: Piece[]
  /** The results so far, so that a power cut loses no piece. */
  out: SlotResult[]
  began: number
}

export type Lamp = { on: boolean; color?: string; brightness?: number; style?: string }

/** What survives a power cut. Plain data: it can be written to a file and given to another machine object. */
export type Memory = {
  boot: number
  secret: string
  /** The secret before a change, kept until the new one has worked. */
  otherSecret?: string
  commands: Remembered[]
  outbox: OutboxMessage[]
  slots: Slot[]
  slotsRev: number
  config: { rev: number; settings: KnownSettings; unsupported?: string[] }
  lamp: Lamp
  power: { machine: boolean; android: boolean }
  /** When the power timer switches the machine next, in server time. */
  switchAt?: number
  /** The last orders that were asked for, and the order numbers of the last payments. */
  asked: Asked[]
  paid: string[]
  serving?: Serving
}

export type Origin = {
  type: MachineType
  secret: string
  /** The number of slots, or the slots themselves. */
  slots?: number | readonly Partial<Slot>[]
  /** The boot count so far. Seconds of the clock when the earlier count is not known. */
  boot?: number
  /** Revision of the settings in force: with 0 the machine has no merchant and sells nothing. */
  rev?: number
  /** Slots are partly sold out, as after some days of selling. */
  used?: boolean
  random: Random
}

/** How many machines have not been refilled for long. */
const dueShare = 0.2

/** The stock after days of selling: a good part is left, but in machines that are due, some slots have little or nothing. */
const leftOver = (slot: Slot, isDue: boolean, random: Random): Slot => ({
  ...slot,
  qty: Math.ceil(slot.max * Math.max(0, between(random, isDue ? [-0.1, 0.9] : [0.4, 1]))),
})

/** The memory of a new machine with full slots. */
export function newMemory(origin: Origin): Memory {
  const { type, secret, slots = 1, boot = 0, rev = 0, used = false, random } = origin
  const isDue = used && chance(random, dueShare)
  const given = typeof slots === 'number' ? Array.from({ length: slots }, () => ({})) : slots
  return {
    boot,
    secret,
    commands: [],
    outbox: [],
    slots: given.map((slot, at) => {
      const fresh = newSlot(type, at + 1, random)
      return { ...(used ? leftOver(fresh, isDue, random) : fresh), ...slot }
    }),
    slotsRev: 0,
    config: { rev, settings: {} },
    lamp: { on: kindOf(type).lamp },
    power: { machine: true, android: true },
    asked: [],
    paid: [],
  }
}

export function newSlot(type: MachineType, ch: number, random: Random): Slot {
  const { capacity, price } = kindOf(type)
  const steps = price.map((cents) => cents / 50) as [number, number]
  return { ch, qty: capacity, max: capacity, price: wholeBetween(random, steps) * 50 }
}

export const recall = (memory: Memory, id: string): Remembered | undefined =>
  memory.commands.findLast((one) => one.id === id)

/** Stores a command. The oldest ones are dropped, but never one that is still being carried out. */
export function remember(memory: Memory, command: Remembered): Remembered {
  memory.commands.push(command)
  while (memory.commands.length > rememberedCommands) {
    const oldest = memory.commands.findIndex((one) => !one.ack.accepted || one.result)
    if (oldest < 0) break
    memory.commands.splice(oldest, 1)
  }
  return command
}
