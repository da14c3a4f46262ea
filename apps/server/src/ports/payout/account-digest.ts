import { createHmac } from 'node:crypto'

import type { PayoutAccount } from './payout.ts'

/**
 * Books of payouts have to recognise an account, not to know it. The secret is needed because the mask of a number leaves
 * few digits to try.
 */
export const digestOf = (secret: string, { name, number, bankNo }: PayoutAccount): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify([name, number, bankNo]))
    .digest()
