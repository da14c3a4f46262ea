/** An account that a merchant has added twice with the same number: one statement, and payments under two keys. */
import type { OnlineClient } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import type { StatementLine } from '../../ports/payments/payments.ts'
import { paymentsNumbered } from './books-queries.ts'
import { reconcile, type Reconciled } from './reconcile-service.ts'

type Pieces = AsyncIterable<readonly StatementLine[]>

/** Keys of one account, the first one for lines of orders that were made with none of them. */
export type Keys = readonly [string, ...string[]]

type OwnDay = { tenantId: string; client: OnlineClient; keys: Keys; day: string }

/** Compares the statement of a merchant's own account under each of its keys. `read` gives its lines, once a key. */
export async function reconcileOwn(
  deps: Deps,
  { tenantId, client, keys, day }: OwnDay,
  read: () => Pieces,
): Promise<Reconciled> {
  const compared: Reconciled[] = []
  for (const accountKey of keys) {
    const lines = linesOfKey(deps, { tenantId, keys, key: accountKey }, read())
    const statement = { client, accountKey, day, source: 'file', lines } as const
    compared.push(await reconcile(deps, statement, (one) => one === tenantId))
  }
  // Lines of others go with the first key.
  const strangers = compared[0]?.strangers ?? { count: 0, first: [] }
  return { day, merchants: compared.flatMap(({ merchants }) => merchants), strangers }
}

/** The lines that belong to one of the keys, so that each line is compared once. */
async function* linesOfKey(
  deps: Deps,
  { tenantId, keys, key }: { tenantId: string; keys: Keys; key: string },
  pieces: Pieces,
): AsyncGenerator<readonly StatementLine[]> {
  if (keys.length === 1) {
    yield* pieces
    return
  }
  for await (const piece of pieces) {
    const numbers = piece.map(({ merchantOrder }) => merchantOrder)
    const payments = await inTenant(deps.db.main, tenantId, (tx) =>
      paymentsNumbered({ tx, tenantId }, numbers),
    )
    const made = new Map(payments.map(({ merchant_order: number, accountKey }) => [number, accountKey]))
    yield piece.filter(({ merchantOrder }) => {
      const own = made.get(merchantOrder)
      return (own && keys.includes(own) ? own : keys[0]) === key
    })
  }
}
