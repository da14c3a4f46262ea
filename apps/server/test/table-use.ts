/** Which tables a source file writes and reads, by the text of its statements. */

const writes =
  /(?:insertInto|updateTable|deleteFrom)\(\s*'([a-z_]+)|\b(?:insert into|delete from)\s+([a-z_]+)|(?<!\bfor |\bkey )\bupdate\s+([a-z_]+)(?=\s+(?:\w+\s+)?set\b)/gi
const reads = /(?:selectFrom|[a-z]+Join)\(\s*'([a-z_]+)|(?<!\bdelete )\b(?:from|join|using)\s+([a-z_]+)/gi

const named = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([, ...groups]) => groups.filter(Boolean)))

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

/** Also returns names of subqueries and functions; the caller keeps those that are tables. */
export function tablesIn(source: string): { written: Set<string>; read: Set<string> } {
  const text = withoutComments(source)
  return { written: named(text, writes), read: named(text, reads) }
}
