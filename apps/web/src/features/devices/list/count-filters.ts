import type { DeviceFilter } from '@slotwise/contract'
import type { z } from 'zod'

type Filter = z.output<typeof DeviceFilter>

export const countFilters = ['all', 'online', 'offline', 'low', 'fault'] as const
type CountFilter = (typeof countFilters)[number]

const narrowedTo: Record<CountFilter, Partial<Filter>> = {
  all: {},
  online: { online: true },
  offline: { online: false },
  low: { low: true },
  fault: { fault: true },
}

/** The figures count all machines, so each link drops every filter and keeps only the order. */
export function countLink(count: CountFilter, { order }: Filter): string {
  const params = new URLSearchParams(order === undefined ? {} : { order })
  for (const [name, value] of Object.entries(narrowedTo[count])) params.set(name, String(value))
  return params.size === 0 ? '/device' : `/device?${params}`
}

/** True when the list shows exactly what a figure counts. */
export function isShown(count: CountFilter, { order: _, ...filter }: Filter): boolean {
  const wanted: Record<string, unknown> = narrowedTo[count]
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')
  return given.length === Object.keys(wanted).length && given.every(([name, value]) => wanted[name] === value)
}
