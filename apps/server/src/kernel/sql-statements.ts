/** A piece of SQL that has to be kept whole: a comment, a quoted text or name, or a body between dollar signs. */
const whole = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1/y

/**
 * The statements of an SQL file, in order. A database that is spread over nodes takes them one by one only. Texts with
 * backslash escapes (E'…') and nested comments are not understood.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    whole.lastIndex = at
    const [piece] = whole.exec(text) ?? []
    if (piece !== undefined) at += piece.length - 1
    else if (at === text.length || text[at] === ';') {
      const statement = text.slice(start, at).trim()
      if (hasCode(statement)) statements.push(statement)
      start = at + 1
    }
  }
  return statements
}

const hasCode = (statement: string): boolean => statement.replace(/--[^\n]*|\/\*[^]*?\*\//g, '').trim() !== ''
