import { maskedNo, maskedPhone } from '@slotwise/contract'

/** The numbers of a card, which are stored encrypted. */
export type Numbers = { acct_no: string; acct_cert_no: string; acct_mobile: string; telephone: string }

/** What lists, the audit and messages show of them. */
export const maskedNumbers = (numbers: Numbers): Numbers => ({
  acct_no: maskedNo(numbers.acct_no),
  acct_cert_no: maskedNo(numbers.acct_cert_no),
  acct_mobile: maskedPhone(numbers.acct_mobile),
  telephone: maskedPhone(numbers.telephone),
})

/** Where the numbers of a card are sealed. */
export const numbersAt = (merchantId: string) => ({ field: 'bank_card.sealed', record: merchantId })
