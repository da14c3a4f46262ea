import { type DeleteResult, type Expression, sql, type SqlBool, type UpdateResult } from 'kysely'

/** True at the version that the caller read. Without a version it is always true, and the last write wins. */
export const atRev = (rev: number | undefined): Expression<SqlBool> =>
  rev === undefined ? sql<SqlBool>`true` : sql<SqlBool>`rev = ${rev}`

/** Runs an update. Returns false when no row matched: it is gone, was changed meanwhile, or is not the caller's. */
export async function changesOne(query: { executeTakeFirst(): Promise<UpdateResult> }): Promise<boolean> {
  const { numUpdatedRows } = await query.executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Runs a delete and returns the number of rows that are gone. */
export async function countDeleted(query: { executeTakeFirst(): Promise<DeleteResult> }): Promise<number> {
  const { numDeletedRows } = await query.executeTakeFirst()
  return Number(numDeletedRows)
}
