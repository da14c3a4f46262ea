import type { ConsoleRoute, MenuGroup } from '../console-route.ts'

export type GroupEntry = { group: MenuGroup; routes: ConsoleRoute[] }
export type MenuEntry = ConsoleRoute | GroupEntry

export const isGroup = (entry: MenuEntry): entry is GroupEntry => 'routes' in entry

/** A group stands where its first page stands in the table. */
export function menuEntries(routes: readonly ConsoleRoute[]): MenuEntry[] {
  const entries: MenuEntry[] = []
  for (const route of routes) {
    const { group } = route
    const known = entries.find((entry) => isGroup(entry) && entry.group === group)
    if (!group) entries.push(route)
    else if (known && isGroup(known)) known.routes.push(route)
    else entries.push({ group, routes: [route] })
  }
  return entries
}
