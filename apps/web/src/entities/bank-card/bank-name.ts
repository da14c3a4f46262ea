import { type BankCard, bankWords, isBankCode } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'

/** The bank of a card: in the reader's language where it is one of those that can be chosen, else as it was typed. */
export function useBankName(): (card: Pick<BankCard, 'bank' | 'bank_code'>) => string {
  const name = useT(bankWords)
  return ({ bank, bank_code: code }) => (isBankCode(code) ? name(code) : bank)
}
