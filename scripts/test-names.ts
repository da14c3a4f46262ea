/**
 * Finds the names of the tests in a source file without running it, for vitest and Playwright files alike.
 *
 * Where `describe`, `test` or `it` is called, the title is the first argument of the last pair of brackets:
 * `test.each(rows)('title', …)`. The titles of the described blocks around a test make up its full name.
 */

import { type Argument, type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser'

export interface TestName {
  /** Titles joined by ' > ', as the source spells them: `adds %i`, `shows ${name}`. */
  name: string
  /** True when the source keeps the test from counting as passed: skip, todo, fixme, fails. */
  skipped: boolean
}

interface TestCall {
  kind: 'describe' | 'test'
  title: string | undefined
  skipped: boolean
}

interface Block {
  call: CallExpression
  titles: string[]
  skipped: boolean
}

/** Called twice: first with the parameters, then with the title. */
const parametric = new Set(['each', 'for', 'skipIf', 'runIf'])
const modifiers = new Set([
  'only',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'shuffle',
  ...parametric,
])
const notRun = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

export function testNamesIn(source: string): TestName[] {
  const found: TestName[] = []
  const blocks: Block[] = []
  new Visitor({
    CallExpression(call) {
      const test = testCall(call, source)
      if (!test) return
      const outer = blocks.at(-1)
      const titles = [...(outer?.titles ?? []), ...(test.title === undefined ? [] : [test.title])]
      const skipped = test.skipped || (outer?.skipped ?? false)
      if (test.kind === 'describe') blocks.push({ call, titles, skipped })
      else if (test.title !== undefined) found.push({ name: titles.join(' > '), skipped })
    },
    'CallExpression:exit'(call) {
      if (blocks.at(-1)?.call === call) blocks.pop()
    },
  }).visit(programOf(source))
  return found
}

function programOf(source: string) {
  const plain = parseSync('source.ts', source)
  if (plain.errors.length === 0) return plain.program
  const { program, errors } = parseSync('source.tsx', source)
  if (errors.length > 0) throw new Error(`a test file cannot be read: ${errors[0]?.message}`)
  return program
}

function testCall({ callee, arguments: [first] }: CallExpression, source: string): TestCall | undefined {
  const inner =
    callee.type === 'CallExpression'
      ? callee.callee
      : callee.type === 'TaggedTemplateExpression'
        ? callee.tag
        : undefined
  const words = wordsOf(inner ?? callee)
  const [root, ...rest] = words
  if (root !== 'describe' && root !== 'test' && root !== 'it') return undefined
  if (parametric.has(words.at(-1) ?? '') !== (inner !== undefined)) return undefined
  if (!rest.every((word) => word === 'describe' || notRun.has(word) || modifiers.has(word))) return undefined
  return {
    kind: words.includes('describe') ? 'describe' : 'test',
    title: first && titleOf(first, source),
    skipped: rest.some((word) => notRun.has(word)),
  }
}

/** The words of a chain such as `test.describe.only`; empty for any other expression. */
function wordsOf(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return []
  const before = wordsOf(callee.object)
  return before.length > 0 ? [...before, callee.property.name] : []
}

function titleOf(argument: Argument, source: string): string | undefined {
  if (argument.type === 'Literal') return typeof argument.value === 'string' ? argument.value : undefined
  if (argument.type === 'TemplateLiteral') return source.slice(argument.start + 1, argument.end - 1)
  return undefined
}
