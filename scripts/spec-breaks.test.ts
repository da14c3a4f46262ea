import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

import { breaks } from './spec-breaks/all.ts'
import { numberedBreaks, patternOf, problemsOfBreaks } from './spec-breaks.ts'
import { statementsIn } from './spec-map.ts'
import { sampleOf } from './spec-sample.ts'

const root = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/spec-map.md', root), 'utf8')
const readSource = (path: string) => {
  const file = new URL(path, root)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

test('each kept break still changes its file, once, and names a row with a proof', () => {
  expect(problemsOfBreaks(breaks, page, readSource)).toEqual([])
})

describe('a break', () => {
  const map = [
    '## 5. Rules',
    '| S5-V01 | A name is required | account | `apps/a/src/a.test.ts > needs a name` |',
    '| S5-V02 | Not yet | account | open |',
  ].join('\n')
  const source = 'if (isNamed) save(); save()'
  const problems = (id: string, file: string, find: string, put = '') =>
    problemsOfBreaks([[id, file, find, put]], map, (path) =>
      /^apps\/a\/(src|test)\/a(\.test)?\.ts$/.test(path) ? source : undefined,
    )
  const file = 'apps/a/src/a.ts'

  test('that fits is told from those that do not', () => {
    expect(problems('S5-V01', file, 'isNamed', 'true')).toEqual([])
    expect(problems('S5-V09', file, 'isNamed')).toEqual([`S5-V09, ${file}: docs/spec-map.md has no such row`])
    expect(problems('S5-V02', file, 'isNamed')).toEqual([`S5-V02, ${file}: the row names no test`])
    expect(problems('S5-V01', file, 'save()')).toEqual([
      `S5-V01, ${file}: ‘save()’ is found 2 times, not once`,
    ])
    expect(problems('S5-V01', file, 'isOpen')).toEqual([
      `S5-V01, ${file}: ‘isOpen’ is found 0 times, not once`,
    ])
    expect(problems('S5-V01', file, 'isNamed', 'isNamed')).toEqual([`S5-V01, ${file}: changes nothing`])
    expect(problems('S5-V01', 'apps/a/src/b.ts', 'isNamed')).toEqual([
      'S5-V01, apps/a/src/b.ts: there is no such file',
    ])
    for (const other of ['apps/a/src/a.test.ts', 'apps/a/test/a.ts', 'e2e/a.spec.ts'])
      expect(problems('S5-V01', other, 'isNamed')).toEqual([`S5-V01, ${other}: is no source of the product`])
  })

  test('beside another of its row has a name of its own', () => {
    const list = [
      ['S5-V01', file, 'a', 'b'],
      ['S5-V01', file, 'b', 'a'],
    ] as const
    expect(numberedBreaks(list, map).map(({ name }) => name)).toEqual(['S5-V01', 'S5-V01#2'])
  })
})

test('a title of the map finds the tests that the source makes of it', () => {
  const finds = (title: string, name: string) => new RegExp(`^${patternOf(title, ' > ')}$`).test(name)
  expect(finds('a code > %s is refused at %i', 'a code > x is refused at 7')).toBe(true)
  expect(finds('$id is $key: "$name"', '1020 is home: "Home"')).toBe(true)
  expect(finds('${feature.name}: one (of three)?', 'goods: one (of three)?')).toBe(true)
  expect(finds('needs a name', 'needs a name twice')).toBe(false)
  expect(patternOf('on a phone > binds', ' ')).toBe('on a phone binds')
})

test('a sample has each section in its share, so many rows of journeys, and is the same for its seed', () => {
  const rows = ['S1', 'S5', 'S8'].flatMap((section, n) =>
    Array.from({ length: 20 * (n + 1) }, (_, i) => `${section}-V${String(i).padStart(2, '0')}`),
  )
  const map = [1, 5, 8].map((n) =>
    [
      `## ${n}. Rules`,
      ...rows.filter((id) => id.startsWith(`S${n}`)).map((id) => `| ${id} | A | b | c |`),
    ].join('\n'),
  )
  const all = statementsIn(map.join('\n'))
  const isByJourneys = ({ id }: { id: string }) => /[05]$/.test(id)
  const draw = (seed: number) =>
    sampleOf(all, isByJourneys, { all: 30, journeys: 12 }, seed).map(({ id }) => id)
  const drawn = draw(7)
  expect(draw(7)).toEqual(drawn)
  expect(draw(8)).not.toEqual(drawn)
  expect(new Set(drawn).size).toBe(30)
  expect(drawn.filter((id) => isByJourneys({ id }))).toHaveLength(12)
  const share = (section: string) => drawn.filter((id) => id.startsWith(section)).length
  expect(['S1', 'S5', 'S8'].map(share)).toEqual([5, 10, 15])
})
