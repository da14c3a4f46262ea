import { type Expression, sql, type SqlBool } from 'kysely'

/** True where the column holds one of the numbers; true for every row when no numbers are given. */
export const isOneOf = (ids: readonly string[] | undefined, column: string): Expression<SqlBool> =>
  ids ? sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])` : sql<SqlBool>`true`

/** True where the column holds one of the texts. */
export const isOneOfTexts = (texts: readonly string[], column: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${texts}::text[])`

/** Escapes typed text for LIKE: `%` and `_` match themselves. */
const literal = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`

/** True where any of the columns contains the text, ignoring case; true for every row when the text is empty. */
export const contains = (typed: string | undefined, columns: readonly string[]): Expression<SqlBool> =>
  typed
    ? sql<SqlBool>`(${sql.join(
        columns.map((column) => sql`${sql.ref(column)} ilike ${literal(typed)}`),
        sql` or `,
      )})`
    : sql<SqlBool>`true`
