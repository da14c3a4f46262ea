import { type Cents, formatMoney } from '@slotwise/contract'

import { useLocale } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'

/** An amount in the merchant's currency: two decimals, with digits of equal width. */
export function Money({ cents }: { cents: Cents }) {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return <span className="sw-figures">{formatMoney(cents, currency, locale)}</span>
}
