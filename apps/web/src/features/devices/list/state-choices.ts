/** The state of a machine as one filter: of two choices that exclude each other, the later one wins. */
import type { DeviceFilter } from '@slotwise/contract'
import type { z } from 'zod'

type StateFilter = Pick<z.output<typeof DeviceFilter>, 'online' | 'off' | 'low' | 'fault'>

const meaning = {
  online: { online: true },
  offline: { online: false },
  off: { off: true },
  low: { low: true },
  enough: { low: false },
  fault: { fault: true },
  noFault: { fault: false },
} as const satisfies Record<string, StateFilter>

export type StateChoice = keyof typeof meaning

const choices = Object.keys(meaning) as StateChoice[]

export const chosenStates = (filter: StateFilter): StateChoice[] =>
  choices.filter((choice) =>
    Object.entries(meaning[choice]).every(([name, value]) => filter[name as keyof StateFilter] === value),
  )

export const filterOf = (chosen: readonly StateChoice[]): StateFilter =>
  Object.assign(
    { online: undefined, off: undefined, low: undefined, fault: undefined },
    ...chosen.map((choice) => meaning[choice]),
  ) as StateFilter
