import { describe, expect, test } from 'vitest'

import { applied, likelyFirst, mutantsIn, type MutantKind, partOf, sample } from './mutants.ts'

/** The source with each fault of this kind, one at a time. */
const faulty = (source: string, kind: MutantKind): string[] =>
  mutantsIn(source)
    .filter((mutant) => mutant.kind === kind)
    .map((mutant) => applied(source, mutant))

describe('a file can be given', () => {
  test.each<[MutantKind, string, string[]]>([
    ['condition', 'if (a) b()', ['if (!(a)) b()']],
    ['condition', 'const a = !b', ['const a = b']],
    ['condition', 'f(a ? 1 : 2)', ['f(!(a) ? 1 : 2)']],
    ['condition', 'f(a && b)', ['f((a) || (b))']],
    ['condition', 'f(a ?? b)', ['f((a))']],
    ['where', "q.where('a', '=', b).where('c', '<', d)", ["q.where('c', '<', d)", "q.where('a', '=', b)"]],
    ['comparison', "q.where('a', '=', b)", ["q.where('a', '!=', b)"]],
    ['comparison', 'f(a < b)', ['f((a) <= (b))']],
    ['refusal', "if (a) throw new Error('no')", ['if (a) {}']],
    ['constant', 'f(9, true)', ['f(10, true)', 'f(9, false)']],
    ['statement', 'await f()\ng()', ['{}\ng()', 'await f()\n{}']],
    ['field', 'f({ a: 1, b, ...c })', ['f({  b, ...c })', 'f({ a: 1,  ...c })', 'f({ a: 1, b,  })']],
    [
      'sql',
      'f(sql`where a is null and b <= ${c}`)',
      ['is not null and b <=', 'is null or b <=', 'is null and b <'].map(
        (words) => `f(sql\`where a ${words} \${c}\`)`,
      ),
    ],
  ])('a fault of kind %s: %s', (kind, source, expected) => {
    expect(faulty(source, kind)).toEqual(expected)
  })

  test.each([
    'type A = { b: true }',
    "import { a } from './a.ts'",
    'export interface A { b: 1 | 2 }',
    'deps.log.info({ a: 1 })',
    'const column = { width: 12 }',
    "await reached('begun')",
    'const portion = 1_000',
  ])('none where it would change no behaviour: %s', (source) => {
    expect(mutantsIn(source)).toEqual([])
  })

  test('the order of a sort as a fault, but not the size of its sign', () => {
    const sorted = 'list.toSorted((a, b) => (a < b ? -1 : 1))'
    expect(faulty(sorted, 'constant')).toEqual([])
    expect(faulty(sorted, 'comparison')).toHaveLength(1)
    expect(faulty('list.slice(1).toSorted((a, b) => a[1] - b[1])', 'constant')).toHaveLength(3)
    expect(faulty('const sign = a ? -1 : 1', 'constant')).toHaveLength(2)
  })

  test('faults inside of an expression that a type is added to', () => {
    expect(faulty('const a = { b: 1 } as const', 'constant')).toEqual(['const a = { b: 2 } as const'])
  })
})

describe('a sample', () => {
  const all = Array.from({ length: 90 }, (_, number) => ({
    number,
    kind: number < 3 ? ('refusal' as const) : ('field' as const),
  }))

  test('is the same for the same seed and another for another', () => {
    expect(sample(all, 10, 1)).toEqual(sample(all, 10, 1))
    expect(sample(all, 10, 1)).not.toEqual(sample(all, 10, 2))
  })

  test('takes each kind as often as the others, and none twice', () => {
    const chosen = sample(all, 10, 1)
    expect(chosen.filter(({ kind }) => kind === 'refusal')).toHaveLength(3)
    expect(new Set(chosen).size).toBe(10)
  })

  test('ends when there are no more', () => {
    expect(sample(all, 1000, 1)).toHaveLength(90)
  })
})

describe('a part', () => {
  const faults = 'abacabbda'.split('').map((module, number) => ({ module, number }))

  test('has all faults of its modules, in their order, and the parts together have all', () => {
    const numbers = (part: number) => partOf(faults, part, 2).map(({ number }) => number)
    expect(numbers(1)).toEqual([0, 2, 4, 7, 8])
    expect(numbers(2)).toEqual([1, 3, 5, 6])
    expect(partOf(faults, 1, 1)).toEqual(faults)
  })
})

test('the tests named after a source file come first, then the shortest', () => {
  const durations = new Map([
    ['/m/long.test.ts', 9],
    ['/m/short.test.ts', 1],
    ['/m/refunds.test.ts', 5],
    ['/m/refund-run.test.ts', 90],
  ])
  expect(likelyFirst('m/refund-run-service.ts', durations)).toEqual([
    '/m/refund-run.test.ts',
    '/m/short.test.ts',
    '/m/refunds.test.ts',
    '/m/long.test.ts',
  ])
})
