/** An account that a merchant has added twice with the same number: one statement, and payments under two keys. */
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import type { StatementLine } from '../../ports/payments/payments.ts'
import { paymentsNumbered } from './books-queries.ts'

type Pieces = AsyncIterable<readonly StatementLine[]>

/** Keys of one account, the first one for lines of orders that were made with none of them. */
export type Keys = readonly [string, ...string[]]

/** The lines that belong to one of the keys, so that each line is compared once. */
export async function* linesOfKey(
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
