// Finds the names of the tests in a source file without running it, for vitest and Playwright files alike.
//
// The scanner walks the source once. Comments, strings, templates and regular expressions are stepped over,
// so what they contain is never taken for a test. Where `describe`, `test` or `it` is called, the title is the
// first argument of the last pair of brackets: `test.each(rows)('title', …)`. A described block stays open
// until its closing bracket; the titles open at a test make up its full name.

export interface TestName {
  /** Titles joined by ' > ', as the source spells them: `adds %i`, `shows ${name}`. */
  name: string
  /** True where the source itself keeps the test from passing as one: skip, todo, fixme, fails. */
  skipped: boolean
}

interface Block {
  titles: string[]
  skipped: boolean
  /** How many brackets were open before the block's own. */
  depth: number
}

interface Literal {
  text: string
  end: number
}

const modifiers = new Set([
  'only',
  'each',
  'for',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'shuffle',
  'skipIf',
  'runIf',
])
const notRun = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

export function testNamesIn(source: string): TestName[] {
  const found: TestName[] = []
  const blocks: Block[] = []
  let depth = 0
  let previous = ''
  let at = 0
  while (at < source.length) {
    const passed = passOver(source, at)
    if (passed > at) {
      at = passed
      continue
    }
    const word = wordAt(source, at)
    if (word) {
      // `pattern.test(…)` is no test of ours, nor is `function test(…)`.
      const call = previous === '.' || previous === 'function' ? undefined : testCallAt(source, at)
      previous = word
      if (call) {
        const outer = blocks.at(-1)
        const titles = [...(outer?.titles ?? []), ...(call.title === undefined ? [] : [call.title])]
        const skipped = call.skipped || (outer?.skipped ?? false)
        if (call.kind === 'describe') blocks.push({ titles, skipped, depth })
        else if (call.title !== undefined) found.push({ name: titles.join(' > '), skipped })
        depth += 1
        at = call.inside
      } else at += word.length
      continue
    }
    if (source[at] === '(') depth += 1
    if (source[at] === ')') {
      depth -= 1
      if (blocks.at(-1)?.depth === depth) blocks.pop()
    }
    if (source.charAt(at).trim() !== '') previous = source.charAt(at)
    at += 1
  }
  return found
}

interface TestCall {
  kind: 'describe' | 'test'
  title: string | undefined
  skipped: boolean
  /** Just past the title, inside the brackets. */
  inside: number
}

function testCallAt(source: string, start: number): TestCall | undefined {
  const first = wordAt(source, start)
  if (first !== 'describe' && first !== 'test' && first !== 'it') return undefined

  let kind: TestCall['kind'] = first === 'describe' ? 'describe' : 'test'
  let skipped = false
  let last: string = first
  let at = skipSpace(source, start + first.length)
  while (source[at] === '.') {
    at = skipSpace(source, at + 1)
    last = wordAt(source, at)
    if (last === 'describe') kind = 'describe'
    else if (notRun.has(last)) skipped = true
    else if (!modifiers.has(last)) return undefined
    at = skipSpace(source, at + last.length)
  }
  if (source[at] === '<') at = skipSpace(source, endOfTypes(source, at))
  if (last === 'each' || last === 'for' || last === 'skipIf' || last === 'runIf') {
    at = source[at] === '`' ? (literalAt(source, at)?.end ?? at) : endOfBrackets(source, at)
    at = skipSpace(source, at)
  }
  if (source[at] !== '(') return undefined

  const argument = skipSpace(source, at + 1)
  const literal = literalAt(source, argument)
  if (literal && /[,)]/.test(source[skipSpace(source, literal.end)] ?? '')) {
    return { kind, title: literal.text, skipped, inside: literal.end }
  }
  return { kind, title: undefined, skipped, inside: at + 1 }
}

/** The end of a comment, literal or regular expression that begins here, or `at` when none does. */
function passOver(source: string, at: number): number {
  const afterComment = endOfComment(source, at)
  if (afterComment > at) return afterComment
  const literal = literalAt(source, at)
  if (literal) return literal.end
  return endOfPattern(source, at)
}

function endOfComment(source: string, at: number): number {
  const opening = source.slice(at, at + 2)
  const closing = opening === '//' ? '\n' : opening === '/*' ? '*/' : undefined
  if (closing === undefined) return at
  const end = source.indexOf(closing, at + 2)
  return end === -1 ? source.length : end + closing.length
}

function literalAt(source: string, start: number): Literal | undefined {
  const quote = source[start]
  if (quote !== "'" && quote !== '"' && quote !== '`') return undefined
  let text = ''
  let at = start + 1
  while (at < source.length && source[at] !== quote) {
    // An apostrophe in the text of a JSX element opens no string.
    if (source[at] === '\n' && quote !== '`') return undefined
    let end = at + 1
    if (source[at] === '\\') end = at + 2
    else if (quote === '`' && source.startsWith('${', at)) end = endOfBrackets(source, at + 1)
    const part = source.slice(at, end)
    text += part.startsWith('\\') ? part.slice(1) : part
    at = end
  }
  return at < source.length ? { text, end: at + 1 } : undefined
}

function endOfPattern(source: string, start: number): number {
  if (source[start] !== '/') return start
  const before = source.slice(Math.max(0, start - 40), start).trimEnd()
  if (before !== '' && !/(?:[(,=:[!&|?{;+>]|\breturn)$/.test(before)) return start
  const pattern = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//.exec(source.slice(start, start + 1000))
  return start + (pattern?.[0].length ?? 0)
}

/** Past the bracket that closes the one at `start`; brackets inside comments and literals do not count. */
function endOfBrackets(source: string, start: number): number {
  let open = 0
  let at = start
  while (at < source.length) {
    const passed = passOver(source, at)
    if (passed > at) {
      at = passed
      continue
    }
    const character = source.charAt(at)
    if ('([{'.includes(character)) open += 1
    if (')]}'.includes(character)) open -= 1
    at += 1
    if (open === 0) return at
  }
  return at
}

/** Past the `>` that closes the type arguments at `start`; the arrow of a function type closes nothing. */
function endOfTypes(source: string, start: number): number {
  let open = 0
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '<') open += 1
    if (source[at] === '>' && source[at - 1] !== '=') open -= 1
    if (open === 0) return at + 1
  }
  return source.length
}

function skipSpace(source: string, start: number): number {
  let at = start
  for (;;) {
    while (/\s/.test(source[at] ?? '')) at += 1
    const afterComment = endOfComment(source, at)
    if (afterComment === at) return at
    at = afterComment
  }
}

/** The whole identifier that begins here, or '' when none does. */
function wordAt(source: string, at: number): string {
  const word = /[\w$]+/y
  word.lastIndex = at
  return word.exec(source)?.[0] ?? ''
}
