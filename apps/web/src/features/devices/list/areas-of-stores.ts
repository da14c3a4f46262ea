import type { StorePick } from '@slotwise/contract'

/** The areas in which stores stand. Whoever looks after devices may not read the list of areas itself. */
export function areasOfStores(stores: readonly StorePick[]): { value: string; label: string }[] {
  const areas = new Map<string, string>()
  for (const { area, area_name: name } of stores) if (area && name) areas.set(area, name)
  return [...areas].map(([value, label]) => ({ value, label }))
}
