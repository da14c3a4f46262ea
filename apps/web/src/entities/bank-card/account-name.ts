import type { PayoutAccount } from '@slotwise/contract'

/** `王芳 ****6789`: the holder and the end of the number, as banks name an account. */
export const accountName = ({
  acct_name: name,
  acct_no: number,
}: Pick<PayoutAccount, 'acct_name' | 'acct_no'>): string => `${name} ****${number.slice(-4)}`
