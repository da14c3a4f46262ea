import type { Kysely } from 'kysely'

import type { Config } from '../../kernel/config.ts'
import type { Database } from '../../kernel/db.ts'
import type { Payments } from './payments.ts'
import { makeSandbox, type SandboxWiring } from './sandbox.ts'

type Settings = Pick<Config, 'paymentSandbox' | 'pepper' | 'publicUrl' | 'port'>

/**
 * The providers of this installation. Without one, the sandbox stands for all of them where the settings allow it;
 * otherwise no online payment is offered.
 */
export function choosePayments(
  { paymentSandbox, pepper, publicUrl, port }: Settings,
  db: Kysely<Database>,
  now: () => Date,
  wiring: Partial<SandboxWiring> = {},
): Payments {
  if (!paymentSandbox) return {}
  const origin = publicUrl ?? `http://localhost:${port}`
  return makeSandbox({ db, now, pepper, origin, ...wiring }).providers
}
