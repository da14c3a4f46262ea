/** Many machines at once: gives each its random numbers, clock and connection, and counts what they do. */
import type { Credential } from './credentials.ts'
import { flaky } from './link/flaky.ts'
import type { Line, OpenLine } from './link/line.ts'
import type { Notice, Schedule } from './machine/life.ts'
import { createMachine } from './machine/machine.ts'
import { newMemory } from './machine/memory.ts'
import { between, seeded } from './random.ts'
import { openMarket } from './sales.ts'
import type { Actor, Scenario } from './scenarios/scenario.ts'
import { mortal } from './timers.ts'

const second = 1_000

/** The usual error of clocks that have not been set lately. */
const usualClockErrorMs = [-2 * second, 2 * second] as const

/** The usual probability that a motor fails at a turn. */
const usualFailure = 0.002

export type FleetOptions = {
  credentials: readonly Credential[]
  open: OpenLine
  schedule: Schedule
  now(): number
  seed?: number
  speed?: number
  failure?: number
  scenario?: Scenario
  salesPerSecond?: number
  /** This many machines at the end of the list stay switched off. */
  off?: number
  /** Slots are partly sold out, as after some days of selling. */
  used?: boolean
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

  const actors = credentials.map(createActor)
  const playing = actors.slice(0, Math.max(0, actors.length - off))
  const machines = playing.map(({ machine }) => machine)

  return {
    actors,
    start() {
      const { startsPerSecond = 500, salesPerSecond: perSecond = 0 } = options
      for (const [at, machine] of machines.entries())
        schedule((at / startsPerSecond) * second, () => machine.boot())
      scenario?.play?.({
        actors: playing,
        random,
        schedule,
        watch: (watcher) => void watchers.push(watcher),
      })
      openMarket({ machines, perSecond, random, schedule, now, speed })
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
