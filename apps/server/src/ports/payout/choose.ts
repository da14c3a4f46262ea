import type { Kysely } from 'kysely'

import type { Config } from '../../kernel/config.ts'
import type { Database } from '../../kernel/db.ts'
import type { PayoutProvider } from './payout.ts'
import { makePayoutSandbox } from './sandbox.ts'

/** Who pays out. Without a provider, the sandbox where the settings allow it; otherwise nothing is paid out. */
export const choosePayout = (
  { paymentSandbox, pepper }: Pick<Config, 'paymentSandbox' | 'pepper'>,
  db: Kysely<Database>,
  now: () => Date,
): PayoutProvider | undefined => (paymentSandbox ? makePayoutSandbox(db, now, pepper).provider : undefined)
