import { tenantTablesIn } from './tenantless.ts'

/**
 * Complaints about a statement that works on one PostgreSQL and not on a database that is spread over nodes by
 * merchant, where a statement with a tenant table runs on the node of that merchant.
 */
export function unspreadableIn(statement: string): string[] {
  if (tenantTablesIn(statement).length === 0) return []
  return Object.entries(patterns)
    .filter(([, isFound]) => isFound(statement))
    .map(([complaint]) => `${complaint}: ${statement}`)
}

const patterns: Record<string, (statement: string) => boolean> = {
  'notifies on the node of a merchant, where no process listens': (statement) =>
    /\bpg_notify\s*\(/i.test(statement),
  'reads transaction numbers, which differ from node to node': (statement) =>
    /\b(pg_current_snapshot|pg_snapshot_\w+|pg_current_xact_id\w*|txid_\w+)\s*\(/i.test(statement),
  'builds JSON of columns in an update': (statement) =>
    /\bupdate\b.*\bset\b(?:(?!\bwhere\b).)*\bjsonb?_build_(object|array)\s*\(/is.test(statement),
  'inserts a selection without RETURNING or ON CONFLICT': (statement) =>
    /\binsert\s+into\b[^;]*?\)\s*select\b/is.test(statement) &&
    !/\b(returning|on\s+conflict)\b/i.test(statement),
}
