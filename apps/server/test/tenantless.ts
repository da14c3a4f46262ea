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
 * itself, not another table's column: otherwise a spread database sends the statement to every node.
 */
export const tenantlessIn = (statement: string): string[] =>
  tenantTablesIn(statement)
    .filter(({ table, alias }) => !namesTenant(statement, table, alias))
    .map(({ table }) => `no tenant for ${table} in: ${statement}`)

/** A table without an alias needs no prefix; an insert lists the column. */
function namesTenant(statement: string, table: string, alias: string): boolean {
  if (new RegExp(`insert into "?${table}"?[^(]*\\([^)]*"?tenant_id"?`, 'i').test(statement)) return true
  const column = (name: string): string => `(?<![."\\w])"?${name}"?\\."?tenant_id"?`
  const side = alias ? column(alias) : `(?:${column(table)}|(?<![."\\w])"?tenant_id"?)`
  return new RegExp(`${side}\\s*=\\s*\\$\\d+`, 'i').test(statement)
}
