import type { Kysely } from 'kysely'

import type { Config } from '../../kernel/config.ts'
import type { Database } from '../../kernel/db.ts'
import { payOutByHand } from './by-hand.ts'
import type { PayoutProvider } from './payout.ts'
import { makePayoutSandbox } from './sandbox.ts'

/** Who pays out: the sandbox, or the operator by hand. Undefined where nothing is paid out. */
export function choosePayout(
  { payouts, pepper }: Pick<Config, 'payouts' | 'pepper'>,
  db: Kysely<Database>,
  now: () => Date,
): PayoutProvider | undefined {
  switch (payouts) {
    case 'sandbox':
      return makePayoutSandbox(db, now, pepper).provider
    case 'hand':
      return payOutByHand(db, now, pepper).provider
    case 'none':
      return undefined
  }
}
