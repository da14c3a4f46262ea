import type { StorePick } from '@slotwise/contract'

/** The areas that have stores. A user who manages devices may lack the permission to read the list of areas itself. */
export function areasOfStores(stores: readonly StorePick[]): { value: string; label: string }[] {
  const areas = new Map<string, string>()
  for (const { area, area_name: name } of stores) if (area && name) areas.set(area, name)
  return [...areas].map(([value, label]) => ({ value, label }))
}
