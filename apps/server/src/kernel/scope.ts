import { type Expression, sql, type SqlBool } from 'kysely'

import type { Ctx } from './ctx.ts'

/**
 * The one place where a user's scope becomes SQL. `column` is a store's number in the query at hand; for a user who
 * sees everything the condition is simply true.
 */
export const inStoreScope = (ctx: Pick<Ctx, 'scope'>, column: string): Expression<SqlBool> =>
  ctx.scope.all ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${ctx.scope.stores}::bigint[])`
