import { type BankCard, bankText } from '@slotwise/contract'

import { useLocale } from '../../lib/i18n.tsx'

/** The name of a card's bank, in the current language. */
export function useBankName(): (card: Pick<BankCard, 'bank' | 'bank_code'>) => string {
  const locale = useLocale()
  return (card) => bankText(locale, card)
}
