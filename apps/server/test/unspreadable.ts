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
  'changes rows by what is not immutable, such as JSON built of columns or a time and an interval': (
    statement,
  ) =>
    changesIn(statement).some((change) =>
      mutable.test(change.replace(/^insert\b.*?(\bdo\s+update\b|$)/is, '')),
    ),
  'inserts values that a query within them finds': (statement) =>
    changesIn(statement).some((change) =>
      /^insert\s+into\b[^;]*?\)\s*values\b[^;]*\(\s*select\b/is.test(change),
    ),
  'inserts a selection without RETURNING or ON CONFLICT': (statement) =>
    changesIn(statement).some(
      (change) =>
        /^insert\s+into\b[^;]*?\)\s*select\b/is.test(change) &&
        !/\b(returning|on\s+conflict)\b/i.test(change),
    ),
  'has a value in what follows the conflict of an inserted selection': (statement) =>
    changesIn(statement).some((change) =>
      /^insert\s+into\b[^;]*?\)\s*select\b.*\bon\s+conflict\b.*\bdo\s+update\b.*\$\d/is.test(change),
    ),
}

/** Functions and operators that PostgreSQL calls stable or volatile; Citus refuses them where they change rows. */
const mutable =
  /\b(concat|concat_ws|format|to_char|date_trunc|random|gen_random_uuid|clock_timestamp|to_jsonb?|jsonb?_build_(object|array)|make_interval)\s*\(|\binterval\b/i

/** Each INSERT, UPDATE and DELETE of a statement, up to the end of its bracket. */
function changesIn(statement: string): string[] {
  const beginnings = /\binsert\s+into\b|\bdelete\s+from\b|(?<!\b(?:for|key|do)\s+)\bupdate\b/gi
  return [...statement.matchAll(beginnings)].map(({ index }) => {
    const rest = statement.slice(index)
    return rest.slice(0, endOfBracket(rest))
  })
}

/** Where the bracket closes that was opened before the text begins; its length when there is none. */
function endOfBracket(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && (depth -= 1) < 0) return at
  }
  return text.length
}
