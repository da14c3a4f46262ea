import { formatRate, type SiteStatement } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { siteWords } from './site-words.ts'

type Agreed = Pick<SiteStatement, 'coo_share' | 'coo_rent'>
type Site = Agreed & { parts: readonly Agreed[] }

/** What is agreed, such as `12.50% + ¥500.00/月`, one after the other where it changed; empty when nothing is. */
export function useTermsText(): (site: Site) => string {
  const t = useT(siteWords)
  const amount = useMoneyText()
  const textOf = ({ coo_share: share, coo_rent: rent }: Agreed): string =>
    [
      ...(share === null ? [] : [formatRate(share)]),
      ...(rent === null ? [] : [t('rentMonthly', { amount: amount(rent) })]),
    ].join(' + ')
  return (site) =>
    site.parts.length > 1 ? site.parts.map((part) => textOf(part) || '–').join(' → ') : textOf(site)
}
