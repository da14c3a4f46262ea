import { clockSkew, flakyNetwork, lateCommands } from './bad-world.ts'
import { flapping, motorFault, powerCutDuringDispense } from './bad-luck.ts'
import { garbage } from './garbage.ts'
import type { Scenario } from './scenario.ts'

/** The scenarios by the names on the command line. */
export const scenarios = {
  'flaky-network': flakyNetwork,
  'clock-skew': clockSkew,
  'late-commands': lateCommands,
  'motor-fault': motorFault,
  flapping,
  'power-cut-during-dispense': powerCutDuringDispense,
  garbage,
} as const satisfies Record<string, Scenario>

export type ScenarioName = keyof typeof scenarios
export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name)
