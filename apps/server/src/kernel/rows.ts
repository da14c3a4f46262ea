import { type Expression, sql, type SqlBool, type UpdateResult } from 'kysely'

/** True for the version that was read; without one, whoever writes last wins. */
export const atRev = (rev: number | undefined): Expression<SqlBool> =>
  rev === undefined ? sql<SqlBool>`true` : sql<SqlBool>`rev = ${rev}`

/** Carries a change out. False when no row was left for it: gone, changed meanwhile, or never the caller's. */
export async function changesOne(query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> {
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows === 1n
}
