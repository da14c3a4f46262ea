/** Which entry of the search is chosen, and what Enter does with it. */

type Keyed = { key: string }

/** The keys with the group in front: an action that was chosen lately is suggested as well, and both are entries. */
export const keyedByGroup = <Group extends string, Entry extends Keyed>(
  groups: readonly { group: Group; entries: readonly Entry[] }[],
): { group: Group; entries: Entry[] }[] =>
  groups.map(({ group, entries }) => ({
    group,
    entries: entries.map((entry) => ({ ...entry, key: `${group}-${entry.key}` })),
  }))

/** The key after a step up or down; beyond the end it begins anew. */
export function stepped(
  entries: readonly Keyed[],
  active: Keyed | undefined,
  step: 1 | -1,
): string | undefined {
  if (entries.length === 0) return undefined
  const at = entries.findIndex(({ key }) => key === active?.key)
  return entries.at((at + step) % entries.length)?.key
}

/** Enter opens the chosen entry. Records of an earlier text are not meant: it waits for those of the present text. */
export const onEnter = (
  active: { isFound?: boolean | undefined } | undefined,
  isStale: boolean,
): 'open' | 'wait' | 'nothing' => (!active ? 'nothing' : isStale && active.isFound ? 'wait' : 'open')

/** Opens what Enter waited for, unless the user had chosen an entry that is gone by now. */
export const isAwaited = (
  active: { key: string; isFound?: boolean | undefined } | undefined,
  chosen: string | undefined,
): boolean => active?.isFound === true && (chosen === undefined || chosen === active.key)
