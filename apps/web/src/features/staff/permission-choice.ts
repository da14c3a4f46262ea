import {
  allPermissions,
  type Permission,
  permissionOfId,
  permissions,
  type PermissionTree,
  wholeOf,
} from '@slotwise/contract'

/**
 * Dependencies between permissions. Some are buttons on the page of another: they cannot be reached without that page,
 * so choosing one chooses its page, and removing the page removes them.
 */
const pageOf: Partial<Record<Permission, Permission>> = {
  'order.refund': 'order.buyBill',
  'device.remote': 'device.manage',
  'device.test': 'device.manage',
  'device.init': 'device.manage',
}

function pageIdOf(id: number): number | undefined {
  const name = permissionOfId(id)
  const page = name && pageOf[name]
  return page && permissions[page].id
}

/** The permission that this one is a part of. */
export function wholeIdOf(id: number): number | undefined {
  const name = permissionOfId(id)
  const whole = name && wholeOf[name]
  return whole && permissions[whole].id
}

/** Whether the choice grants a permission: by itself, or because the whole is chosen. */
export const isGranted = (chosen: readonly number[], id: number): boolean =>
  chosen.includes(id) || chosen.includes(wholeIdOf(id) ?? id)

/** Choosing a whole leaves its parts out, because it grants them. */
export function choose(chosen: readonly number[], id: number): number[] {
  const page = pageIdOf(id)
  const next = [...new Set([...chosen, id, ...(page === undefined ? [] : [page])])]
  return next.filter((one) => !next.includes(wholeIdOf(one) ?? Number.NaN))
}

export const takeAway = (chosen: readonly number[], id: number): number[] =>
  chosen.filter((other) => other !== id && pageIdOf(other) !== id)

type Group = PermissionTree['data'][number]

/** The permissions that this user may grant: only with the page that they stand on. */
export function grantableIds(tree: PermissionTree): Set<number> {
  const own = new Set(
    tree.data.flatMap(({ items }) => items.filter((item) => item.grantable)).map(({ id }) => id),
  )
  return new Set([...own].filter((id) => own.has(pageIdOf(id) ?? id)))
}

/** Switches a whole group: on, unless everything grantable in it is on already. */
export function switchGroup(
  chosen: readonly number[],
  group: Group,
  grantable: ReadonlySet<number>,
): number[] {
  const ids = group.items.map(({ id }) => id).filter((id) => grantable.has(id))
  const allOn = ids.every((id) => isGranted(chosen, id))
  return allOn ? ids.reduce(takeAway, [...chosen]) : ids.reduce(choose, [...chosen])
}

export type GroupName = (typeof permissions)[Permission]['group']
export type GroupSummary = { group: GroupName; chosen: Permission[]; all: number }

/** The groups with chosen permissions, in the order of the menu. A whole counts with its parts. */
export function summarize(ids: readonly number[]): GroupSummary[] {
  const summaries = new Map<GroupName, GroupSummary>()
  for (const name of allPermissions) {
    const { group, id } = permissions[name]
    const summary = summaries.get(group) ?? { group, chosen: [], all: 0 }
    summary.all += 1
    if (isGranted(ids, id)) summary.chosen.push(name)
    summaries.set(group, summary)
  }
  return [...summaries.values()].filter(({ chosen }) => chosen.length > 0)
}
