import type { Weather } from '../link/flaky.ts'
import type { Line } from '../link/line.ts'
import type { Notice, Schedule } from '../machine/life.ts'
import type { Machine } from '../machine/machine.ts'
import type { Random, Range } from '../random.ts'

export type Actor = { machine: Machine; line: Pick<Line, 'drop' | 'publish'> }

/** What a scenario can act on. */
export type Stage = {
  actors: readonly Actor[]
  random: Random
  /** Timers that end with the scenario. */
  schedule: Schedule
  /** Observes what the machines do. */
  watch(watcher: (actor: Actor, notice: Notice) => void): void
}

/** A kind of trouble: the conditions, and the events in them. */
export type Scenario = {
  what: string
  weather?: Weather
  /** The error of the machines' own clocks. */
  clockErrorMs?: Range
  play?(stage: Stage): void
}
