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

/** Complaints about a statement: one for each tenant table used without its tenant. */
export function tenantlessIn(statement: string): string[] {
  const complaints: string[] = []
  const own = new Set([...statement.matchAll(/(?:with|,)\s*"?(\w+)"?\s+as\s*\(/gi)].map(([, name]) => name))
  for (const [, table = '', follower = ''] of statement.matchAll(tables)) {
    const name = table.toLowerCase()
    if (globalTables.includes(name) || noTables.has(name) || keywords.has(name) || own.has(name)) continue
    const alias = keywords.has(follower.toLowerCase()) ? '' : follower
    if (!namesTenant(statement, name, alias)) complaints.push(`no tenant for ${name} in: ${statement}`)
  }
  return complaints
}

/** A table alone in its statement needs no prefix; an insert lists the column. */
function namesTenant(statement: string, table: string, alias: string): boolean {
  if (new RegExp(`insert into "?${table}"?[^(]*\\([^)]*"?tenant_id"?`, 'i').test(statement)) return true
  const column = (name: string): string => `"?${name}"?\\."?tenant_id"?`
  const side = `(?:${column(alias || table)}|(?<![."\\w])"?tenant_id"?)`
  const value = '(?:\\$\\d+|"?\\w+"?\\."?tenant_id"?)'
  return new RegExp(`${side}\\s*=\\s*${value}|${value}\\s*=\\s*${side}`, 'i').test(statement)
}
