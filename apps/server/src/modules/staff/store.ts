import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'

/** Sub-accounts that are limited to a store: how many, and the first few by name. */
export async function staffOf(ctx: Ctx, storeId: string): Promise<{ count: number; names: string[] }> {
  const rows = await ctx.tx
    .selectFrom('account_store as chosen')
    .innerJoin('account as a', (join) =>
      join.onRef('a.tenant_id', '=', 'chosen.tenant_id').onRef('a.account_id', '=', 'chosen.account_id'),
    )
    .select(['a.username', sql<string>`count(*) over ()`.as('count')])
    .where('chosen.tenant_id', '=', ctx.tenant.id)
    .where('chosen.store_id', '=', storeId)
    .where('a.deleted_at', 'is', null)
    .where('a.account_id', '<>', ctx.user.id)
    .orderBy('a.account_id')
    .limit(3)
    .execute()
  return { count: Number(rows[0]?.count ?? 0), names: rows.map(({ username }) => username) }
}

/** A store that a limited user adds becomes one of his. */
export async function addToOwnScope(ctx: Ctx, storeId: string): Promise<void> {
  if (ctx.scope.all) return
  await ctx.tx
    .insertInto('account_store')
    .values({ tenant_id: ctx.tenant.id, account_id: ctx.user.id, store_id: storeId })
    .execute()
}
