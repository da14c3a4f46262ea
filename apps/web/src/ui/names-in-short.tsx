import { joinNames } from '@slotwise/contract'

import { useLocale } from '../lib/i18n.tsx'

type NamesInShortProps = {
  names: readonly string[]
  /** Shown without names. */
  none: string
  /** Says the first name and how many there are. */
  several: (values: { name: string; count: number }) => string
}

/** The first of some names and how many there are; all names on hover. */
export function NamesInShort({ names, none, several }: NamesInShortProps) {
  const locale = useLocale()
  const [name] = names
  if (name === undefined) return none
  if (names.length === 1) return name
  return <span title={joinNames(locale, names)}>{several({ name, count: names.length })}</span>
}
