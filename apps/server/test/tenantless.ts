import { globalTables } from './tables.ts'

/**
 * Row-level security hides a forgotten `where tenant_id = …` from tests that check results. So the statements
 * themselves are checked: each tenant table must be used together with its tenant_id.
 */
const tables = /\b(?:from|join|into|update)\s+"?([a-z_]+)"?(?:\s+(?:as\s+)?"?([a-z_]+)"?)?/gi
const keywords = new Set([
  'set',
  'where',
  'on',
  'values',
  'select',
  'order',
  'left',
  'inner',
  'join',
  'limit',
  'group',
])
/** Words that follow FROM without being a table. */
const noTables = new Set([
  'graphile_worker',
  'pg_stat_activity',
  'unnest',
  'jsonb_to_recordset',
  'generate_series',
  'information_schema',
  'lateral',
])

/** The tenant tables of a statement, each with its alias there. */
export function tenantTablesIn(statement: string): { table: string; alias: string }[] {
  const own = new Set([...statement.matchAll(/(?:with|,)\s*"?(\w+)"?\s+as\s*\(/gi)].map(([, name]) => name))
  return [...statement.matchAll(tables)]
    .map(([, table = '', follower = '']) => ({
      table: table.toLowerCase(),
      alias: keywords.has(follower.toLowerCase()) ? '' : follower,
    }))
    .filter(
      ({ table }) =>
        !globalTables.includes(table) && !noTables.has(table) && !keywords.has(table) && !own.has(table),
    )
}

/**
 * Complaints about a statement: one for each tenant table used without its tenant. Each table needs the bound value
 * itself, not another table's column: otherwise a spread database sends the statement to every node. A table that is
 * used twice, for example in a subquery, needs it twice.
 */
export const tenantlessIn = (statement: string): string[] =>
  [...Map.groupBy(tenantTablesIn(statement), ({ table, alias }) => `${table} ${alias}`).values()].flatMap(
    ([use, ...again]) =>
      use && timesNamed(statement, use) < 1 + again.length
        ? [`no tenant for ${use.table} in: ${statement}`]
        : [],
  )

/** How often the tenant of a table is named. A table without an alias needs no prefix; an insert lists the column. */
function timesNamed(statement: string, { table, alias }: { table: string; alias: string }): number {
  const column = (name: string): string => `(?<![."\\w])"?${name}"?\\."?tenant_id"?`
  const side = alias ? column(alias) : `(?:${column(table)}|(?<![."\\w])"?tenant_id"?)`
  return [`insert into "?${table}"?[^(]*\\([^)]*"?tenant_id"?`, `${side}\\s*=\\s*\\$\\d+`]
    .map((pattern) => [...statement.matchAll(new RegExp(pattern, 'gi'))].length)
    .reduce((sum, count) => sum + count)
}
