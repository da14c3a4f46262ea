import { formatMoney } from '@slotwise/contract'

import { useLocale } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'

/** Writes amounts inside of sentences, in the merchant's currency. */
export function useAmount(): (cents: number) => string {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return (cents) => formatMoney(cents, currency, locale)
}
