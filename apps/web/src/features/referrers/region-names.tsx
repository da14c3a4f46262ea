import { type Referrer, referrerFieldWords } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { NamesInShort } from '../../ui/names-in-short.tsx'
import { referrerWords } from './referrer-words.ts'

/** The stores of a referrer. */
export function RegionNames({ of: { region_names: names } }: { of: Pick<Referrer, 'region_names'> }) {
  const t = useT(referrerWords)
  const field = useT(referrerFieldWords)
  return (
    <NamesInShort names={names} none={field('allStores')} several={(values) => t('someStores', values)} />
  )
}
