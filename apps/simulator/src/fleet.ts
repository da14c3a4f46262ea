/** Many machines at once: gives each its random numbers, clock and connection, and counts what they do. */
import type { Credential } from './credentials.ts'
import { flaky } from './link/flaky.ts'
import type { Line, OpenLine } from './link/line.ts'
import type { Notice, Schedule } from './machine/life.ts'
import { kindOf } from './machine/kinds.ts'
import { createMachine } from './machine/machine.ts'
import { newMemory } from './machine/memory.ts'
import { between, chance, pick, seeded, wholeBetween } from './random.ts'
import { openMarket, type Pace } from './sales.ts'
import type { Actor, Scenario } from './scenarios/scenario.ts'
import { mortal } from './timers.ts'
import type { Wallet } from './wallet.ts'

const second = 1_000

/** The usual error of clocks that have not been set lately. */
const usualClockErrorMs = [-2 * second, 2 * second] as const

/** The usual probability that a motor fails at a turn. */
const usualFailure = 0.002

/** How long customers look for their phones, and how many of them pay then. */
const scanMs = [3 * second, 15 * second] as const
const paying = 0.92
/** How many different people buy: some of them come again. */
const customerCount = 400

/** Machines that leave have reported everything by then. */
const leaveAfterMs = 15 * second

/** A broken machine has been running for as long when it reports its fault. */
const breakAfterMs = 5 * second

export type FleetOptions = {
  credentials: readonly Credential[]
  open: OpenLine
  schedule: Schedule
  now(): number
  seed?: number
  speed?: number
  failure?: number
  scenario?: Scenario
  salesPerSecond?: Pace
  /** This many machines at the end of the list stay switched off. */
  off?: number
  /** This many at the end of the list are switched off after some seconds: they have been there, and are offline. */
  leave?: number
  /** This many machines have a broken slot that is not repaired. */
  broken?: number
  /** Slots are partly sold out, as after some days of selling. */
  used?: boolean
  /** Pays what a customer's screen shows as a code to scan. Without it, customers do not pay online. */
  pay?(code: string, customer: string): void
  /** What customers carry besides money, by the machine that they buy from. */
  walletOf?(sn: string): Wallet | undefined
  /** How many machines are switched on per second. */
  startsPerSecond?: number
  notice?(sn: string, notice: Notice): void
}

export type Counts = {
  machines: number
  connected: number
  off: number
  sales: number
  orders: number
  commands: number
  faults: number
}

export type Fleet = {
  readonly actors: readonly (Actor & { line: Line })[]
  start(): void
  /** Disconnects all machines in order. */
  stop(): Promise<void>
  counts(): Counts
}

export function createFleet(options: FleetOptions): Fleet {
  const { credentials, now, seed = 1, speed = 1, failure = usualFailure, scenario, off = 0 } = options
  const random = seeded(seed)
  const { schedule, end } = mortal(options.schedule)
  const watchers: ((actor: Actor, notice: Notice) => void)[] = []
  const counted = { sales: 0, orders: 0, commands: 0, faults: 0 }
  const open = scenario?.weather
    ? flaky(options.open, scenario.weather, { random, schedule: options.schedule })
    : options.open

  function count(notice: Notice): void {
    if (notice.what === 'sale') counted.sales += 1
    if (notice.what === 'command') counted.commands += 1
    if (notice.what === 'order' && notice.state === 'asked') counted.orders += 1
    if (notice.what === 'fault' && notice.active) counted.faults += 1
  }

  function createActor({ sn, secret, type, slots }: Credential, at: number): Actor & { line: Line } {
    const dice = seeded(seed * 100_003 + at)
    const clockError = between(dice, scenario?.clockErrorMs ?? usualClockErrorMs)
    // Earlier boot counts are not known; the seconds of the clock are certainly larger.
    const memory = newMemory({
      type,
      secret,
      slots,
      random: dice,
      boot: Math.floor(now() / second),
      used: options.used ?? false,
    })
    const machine = createMachine(
      {
        now: () => now() + clockError,
        random: dice,
        schedule: options.schedule,
        send: (...message) => line.send(...message),
        line: { dial: () => line.dial(), hangUp: () => line.hangUp(), cut: () => line.cut() },
        notice(notice) {
          count(notice)
          if (notice.what === 'code') onCode(notice.code)
          for (const watch of watchers) watch(actor, notice)
          options.notice?.(sn, notice)
        },
      },
      { sn, type, memory, speed, failure },
    )
    const line: Line = open(machine)
    const actor = { machine, line }
    return actor
  }

  /** The customer pays after a while, or has changed his mind. */
  function onCode(code: string): void {
    if (!options.pay || !chance(random, paying)) return
    const customer = `customer ${wholeBetween(random, [1, customerCount])}`
    schedule(between(random, scanMs), () => options.pay?.(code, customer))
  }

  /** Breaks a slot of some machines, spread over those that can sell without it. */
  function breakSome(count: number): void {
    const many = machines.filter(({ memory }) => memory.slots.length > 1)
    for (let at = 0; at < count; at += 1) {
      const machine = many[Math.floor(((at + 0.5) * many.length) / count)]
      const slot = machine && pick(random, machine.memory.slots)
      const code = machine && pick(random, kindOf(machine.type).troubles)
      if (slot && code) machine.breakDown(code, slot.ch)
    }
  }

  const actors = credentials.map(createActor)
  const playing = actors.slice(0, Math.max(0, actors.length - off))
  const machines = playing.map(({ machine }) => machine)
  const countries = new Map(credentials.map(({ sn, country }) => [sn, country]))

  return {
    actors,
    start() {
      const { startsPerSecond = 500, salesPerSecond: perSecond = 0, broken = 0, leave = 0 } = options
      for (const [at, machine] of machines.entries())
        schedule((at / startsPerSecond) * second, () => machine.boot())
      scenario?.play?.({
        actors: playing,
        random,
        schedule,
        watch: (watcher) => void watchers.push(watcher),
      })
      for (const machine of machines.slice(machines.length - leave))
        schedule(leaveAfterMs, () => machine.shutdown())
      if (broken > 0) schedule(breakAfterMs, () => breakSome(broken))
      const countryOf = ({ sn }: { sn: string }) => countries.get(sn)
      const walletOf = ({ sn }: { sn: string }) => options.walletOf?.(sn)
      openMarket({ machines, countryOf, walletOf, perSecond, random, schedule, now, speed })
    },
    async stop() {
      end()
      for (const { machine } of actors) machine.shutdown()
      await Promise.all(actors.map(({ line }) => line.closed()))
    },
    counts: () => ({
      machines: actors.length,
      connected: machines.filter((machine) => machine.online()).length,
      off: actors.length - playing.length,
      ...counted,
    }),
  }
}
