/** How the sandboxes misbehave from now on: told by the operator or by tests, read by every process. */
import { type Kysely, sql } from 'kysely'

import type { Database } from '../kernel/db.ts'

type Sandbox = 'payments' | 'payouts'

/** The stored manners; undefined when the sandbox was never told any. */
export async function readManners(books: Kysely<Database>, sandbox: Sandbox): Promise<unknown> {
  const row = await books
    .selectFrom('sandbox_manners')
    .select(sql`manners`.as('manners'))
    .where('sandbox', '=', sandbox)
    .executeTakeFirst()
  return row?.manners
}

export async function storeManners(
  books: Kysely<Database>,
  sandbox: Sandbox,
  manners: unknown,
): Promise<void> {
  const stored = JSON.stringify(manners)
  await books
    .insertInto('sandbox_manners')
    .values({ sandbox, manners: stored })
    .onConflict((conflict) => conflict.column('sandbox').doUpdateSet({ manners: stored }))
    .execute()
}
