import { type Expression, sql, type SqlBool } from 'kysely'

/** True where the column holds one of the numbers; true for every row when no numbers are given. */
export const isOneOf = (ids: readonly string[] | undefined, column: string): Expression<SqlBool> =>
  ids ? sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])` : sql<SqlBool>`true`

/** True where the column holds one of the texts. */
export const isOneOfTexts = (texts: readonly string[], column: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`

/** Escapes typed text for LIKE: `%` and `_` match themselves. */
const escaped = (typed: string): string => typed.replace(/[\\%_]/g, '\\$&')
/** Matches texts that contain the typed one. */
export const pattern = (typed: string): string => `%${escaped(typed)}%`

/** True where any of the columns contains the text, ignoring case; true for every row when the text is empty. */
export const contains = (typed: string | undefined, columns: readonly string[]): Expression<SqlBool> =>
  typed
    ? sql<SqlBool>`(${sql.join(
        columns.map((column) => sql`${sql.ref(column)} ilike ${pattern(typed)}`),
        sql` or `,
      )})`
    : sql<SqlBool>`true`

/** For the order of what was found: 0 where a column is the text, 1 where one begins with it, else 2. */
export const distanceTo = (typed: string, columns: readonly string[]): Expression<number> => {
  const any = (pattern: string) =>
    sql.join(
      columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`),
      sql` or `,
    )
  return sql<number>`case when ${any(escaped(typed))} then 0 when ${any(`${escaped(typed)}%`)} then 1 else 2 end`
}
