import { formatMoney, formatRate, type SiteStatement } from '@slotwise/contract'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { siteWords } from './site-words.ts'

type Agreed = Pick<SiteStatement, 'coo_share' | 'coo_rent'>

/** What is agreed, such as `12.50% + ¥500.00/月`; empty when nothing is. */
export function useTermsText(): (agreed: Agreed) => string {
  const t = useT(siteWords)
  const amount = useAmount()
  return ({ coo_share: share, coo_rent: rent }) =>
    [
      ...(share === null ? [] : [formatRate(share / 100)]),
      ...(rent === null ? [] : [t('rentMonthly', { amount: amount(rent) })]),
    ].join(' + ')
}

/** Amounts as text, in the merchant's currency. */
export function useAmount(): (cents: number) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (cents) => formatMoney(cents, currency, locale)
}
