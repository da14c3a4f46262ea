import type { DeviceFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { writeFilter } from '../../../lib/url-state.ts'

type Filter = z.output<typeof DeviceFilter>

export const countFilters = ['all', 'online', 'offline', 'low', 'fault'] as const
type CountFilter = (typeof countFilters)[number]

const states = ['online', 'low', 'fault'] as const

const narrowedTo: Record<CountFilter, Pick<Filter, (typeof states)[number]>> = {
  all: {},
  online: { online: true },
  offline: { online: false },
  low: { low: true },
  fault: { fault: true },
}

/** What the figures count within: the filter without the states that they are about. */
export const withoutStates = ({ online: _online, low: _low, fault: _fault, ...filter }: Filter): Filter =>
  filter

/** The figures follow the filter, so each link keeps it and changes only the state. */
export function countLink(count: CountFilter, filter: Filter): string {
  const params = writeFilter(new URLSearchParams(), { ...withoutStates(filter), ...narrowedTo[count] })
  return params.size === 0 ? '/device' : `/device?${params}`
}

/** True when the list shows exactly what a figure counts. */
export const isShown = (count: CountFilter, filter: Filter): boolean =>
  states.every((state) => filter[state] === narrowedTo[count][state])
