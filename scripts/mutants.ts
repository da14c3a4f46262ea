/**
 * Makes small faults for a source file, to find out whether the tests notice them: a condition negated, a `where` or a
 * refusal removed, a comparison shifted, a constant changed, a statement or a field left out. The parser of Vite reads
 * the file; types, imports and log lines are left alone.
 */

import { parseSync } from 'vite'

export type MutantKind =
  | 'condition'
  | 'where'
  | 'refusal'
  | 'comparison'
  | 'constant'
  | 'statement'
  | 'field'
  | 'sql'

export type Mutant = {
  kind: MutantKind
  /** Where the replaced text begins and ends, and its replacement. */
  start: number
  end: number
  replacement: string
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Add = (kind: MutantKind, at: { start: number; end: number }, replacement: string) => void

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Expressions that only add a type; the wrapped expression is code. */
const typeWrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

const opposite: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '=': '!=',
  '!=': '=',
  is: 'is not',
  'is not': 'is',
  in: 'not in',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
}

/** SQL words that can be swapped without breaking the statement's grammar. */
const sqlSwaps: readonly (readonly [RegExp, string])[] = [
  [/ and (?!null)/g, ' or '],
  [/ or /g, ' and '],
  [/ is null/g, ' is not null'],
  [/ is not null/g, ' is null'],
  [/ not exists/g, ' exists'],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ \+ /g, ' - '],
  [/ <> /g, ' = '],
]

/** Every fault that this file can be given, in the order of the text. */
export function mutantsIn(source: string): Mutant[] {
  const { program, errors } = parseSync('source.ts', source)
  if (errors.length > 0) throw new Error(`cannot be parsed: ${errors[0]?.message}`)
  const found: Mutant[] = []
  const add: Add = (kind, { start, end }, replacement) => {
    if (source.slice(start, end) !== replacement) found.push({ kind, start, end, replacement })
  }
  const visit = (node: Node, isOrder = false): void => {
    if (node.type.startsWith('TS') && !typeWrappers.has(node.type)) return
    if (node.type === 'ImportDeclaration' || isSilent(node, source) || isLook(node)) return
    faultsOf(node, source, add)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'typeAnnotation' || key === 'typeArguments') continue
      const sorts = isOrder || (key === 'arguments' && isSorting(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child) && !(sorts && isSign(node, child, source))) visit(child, sorts)
    }
  }
  visit(program as unknown as Node)
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** Log lines, and the steps at which tests kill a process, have no effect that a caller could observe. */
const isSilent = (node: Node, source: string): boolean =>
  node.type === 'ExpressionStatement' &&
  /^(await )?([\w.]*\blog\.\w+|reached)\(/.test(source.slice(node.start, node.end))

/** The width of a column in a sheet affects only its look. */
const isLook = (node: Node): boolean =>
  node.type === 'Property' && isNode(node['key']) && node['key']['name'] === 'width'

/** The call `list.toSorted(…)`. */
const isSorting = ({ type, callee }: Node): boolean =>
  type === 'CallExpression' &&
  isNode(callee) &&
  isNode(callee['property']) &&
  callee['property']['name'] === 'toSorted'

/** Of the number that compares two things to be sorted, only the sign counts. */
const isSign = ({ type }: Node, { start, end }: Node, source: string): boolean =>
  type === 'ConditionalExpression' && /^-?1$/.test(source.slice(start, end))

function faultsOf(node: Node, source: string, add: Add): void {
  const text = (part: unknown): string => (isNode(part) ? source.slice(part.start, part.end) : '')
  const { test, operator, argument, callee } = node
  if ((node.type === 'IfStatement' || node.type === 'ConditionalExpression') && isNode(test))
    add('condition', test, `!(${text(test)})`)
  if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression')
    turnOperator(node, String(operator), text, add)
  if (node.type === 'UnaryExpression' && operator === '!') add('condition', node, text(argument))
  if (node.type === 'ThrowStatement') add('refusal', node, '{}')
  if (node.type === 'Literal') changeLiteral(node, add)
  if (node.type === 'CallExpression' && isNode(callee)) changeQuery(node, callee, add)
  if (node.type === 'ExpressionStatement' && /Await|Call/.test((node['expression'] as Node).type))
    add('statement', node, '{}')
  if (node.type === 'ObjectExpression')
    for (const property of (node['properties'] as Node[]).filter((one) => !isLook(one)))
      add('field', withComma(property, source), '')
  if (node.type === 'TaggedTemplateExpression' && /^sql\b/.test(text(node['tag'])))
    for (const quasi of (node['quasi'] as Node)['quasis'] as Node[]) turnSql(quasi, source, add)
}

function turnOperator(node: Node, operator: string, text: (part: unknown) => string, add: Add): void {
  const { left, right } = node
  const turned = opposite[operator]
  if (operator === '??') add('condition', node, `(${text(left)})`)
  else if (turned)
    add(
      operator === '&&' || operator === '||' ? 'condition' : 'comparison',
      node,
      `(${text(left)}) ${turned} (${text(right)})`,
    )
}

/** Numbers from here on are times and sizes of portions: one more of them is no fault. */
const large = 1_000

function changeLiteral(node: Node, add: Add): void {
  const { value } = node
  if (typeof value === 'boolean') add('constant', node, String(!value))
  if (typeof value === 'number' && value < large) add('constant', node, String(value + 1))
}

/** Removes `.where(…)`; changes the operator of `.where('a', '<', b)`. */
function changeQuery(node: Node, callee: Node, add: Add): void {
  const { object, property } = callee
  if (callee.type !== 'MemberExpression' || !isNode(object) || !isNode(property)) return
  if (!/^(where|whereRef|having|on|onRef)$/.test(String(property['name']))) return
  add('where', { start: object.end, end: node.end }, '')
  const comparison = (node['arguments'] as Node[])[1]
  const turned = comparison && opposite[String(comparison['value'])]
  if (comparison?.type === 'Literal' && turned) add('comparison', comparison, `'${turned}'`)
}

function withComma({ start, end }: Node, source: string): { start: number; end: number } {
  const comma = /^\s*,/.exec(source.slice(end))
  return { start, end: end + (comma?.[0].length ?? 0) }
}

function turnSql(quasi: Node, source: string, add: Add): void {
  const words = source.slice(quasi.start, quasi.end)
  for (const [pattern, replacement] of sqlSwaps)
    for (const match of words.matchAll(pattern)) {
      const start = quasi.start + match.index
      add('sql', { start, end: start + match[0].length }, replacement)
    }
}

export const applied = (source: string, { start, end, replacement }: Mutant): string =>
  source.slice(0, start) + replacement + source.slice(end)

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks `count` of them, evenly over the kinds while they last, because there are many fields and few refusals. */
export function sample<T extends { kind: MutantKind }>(all: readonly T[], count: number, seed: number): T[] {
  const random = seededRandom(seed)
  const byKind = [...Map.groupBy(all, ({ kind }) => kind)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => [...of])
  const chosen: T[] = []
  while (chosen.length < count && byKind.some((of) => of.length > 0))
    for (const of of byKind) {
      if (chosen.length === count || of.length === 0) continue
      const [one] = of.splice(Math.floor(random() * of.length), 1)
      if (one) chosen.push(one)
    }
  return chosen
}

/** The faults of every `parts`-th module, from the one with the most faults on, in their order. */
export function partOf<T extends { module: string }>(faults: readonly T[], part: number, parts: number): T[] {
  const modules = [...Map.groupBy(faults, ({ module }) => module)].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  )
  const rounds = modules.map(([module], n) => ({ module, round: Math.floor(n / parts), turn: n % parts }))
  // Each round begins at the other end, so that no part gets the largest module of every round.
  const mine = rounds.filter(({ round, turn }) => (round % 2 === 0 ? turn : parts - 1 - turn) === part - 1)
  const chosen = new Set(mine.map(({ module }) => module))
  return faults.filter(({ module }) => chosen.has(module))
}

/** Test files that share a word with the name of the source file, then the shortest; any order finds the same. */
export function likelyFirst(source: string, durations: ReadonlyMap<string, number>): string[] {
  const wordsOf = (path: string) => new Set(path.slice(path.lastIndexOf('/') + 1).split(/[-.]/))
  const words = wordsOf(source.replace(/(-(service|queries|model))?\.ts$/, ''))
  const shared = (path: string) => wordsOf(path.replace(/\.test\.ts$/, '')).intersection(words).size
  return [...durations]
    .toSorted(([a, tookA], [b, tookB]) => shared(b) - shared(a) || tookA - tookB)
    .map(([path]) => path)
}
