import { joinNames, type Referrer, referrerFieldWords } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { referrerWords } from './referrer-words.ts'

/** The stores of a referrer: the first one and how many more; all names on hover. */
export function RegionNames({ of: { region_names: names } }: { of: Pick<Referrer, 'region_names'> }) {
  const t = useT(referrerWords)
  const field = useT(referrerFieldWords)
  const locale = useLocale()
  const [name] = names
  if (name === undefined) return field('allStores')
  if (names.length === 1) return name
  return <span title={joinNames(locale, names)}>{t('someStores', { name, count: names.length })}</span>
}
