import type { Weather } from '../link/flaky.ts'
import type { Line } from '../link/line.ts'
import type { Notice, Schedule } from '../machine/life.ts'
import type { Machine } from '../machine/machine.ts'
import type { Random, Range } from '../random.ts'

export type Actor = { machine: Machine; line: Pick<Line, 'drop' | 'publish'> }

/** What a script may do things with. */
export type Stage = {
  actors: readonly Actor[]
  random: Random
  /** Ends with the scenario. */
  schedule: Schedule
  /** Sees what the machines do. */
  watch(watcher: (actor: Actor, notice: Notice) => void): void
}

/** A kind of trouble: how the world is, and what happens in it. */
export type Scenario = {
  what: string
  weather?: Weather
  /** How wrong the machines' own clocks are. */
  clockErrorMs?: Range
  play?(stage: Stage): void
}
