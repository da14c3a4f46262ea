import { type Expression, sql, type SqlBool } from 'kysely'

/** True where the column holds one of the numbers; true everywhere when none are asked for. */
export const isOneOf = (ids: readonly string[] | undefined, column: string): Expression<SqlBool> =>
  ids ? sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])` : sql<SqlBool>`true`

/** Typed text is looked for as it stands: `%` and `_` mean themselves. */
const literal = (typed: string): string => `%${typed.replace(/[\\%_]/g, '\\$&')}%`

/** True where any of the columns contains the text, whatever its case; true everywhere for an empty one. */
export const contains = (typed: string | undefined, columns: readonly string[]): Expression<SqlBool> =>
  typed
    ? sql<SqlBool>`(${sql.join(
        columns.map((column) => sql`${sql.ref(column)} ilike ${literal(typed)}`),
        sql` or `,
      )})`
    : sql<SqlBool>`true`
