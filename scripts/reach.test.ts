import { runInNewContext } from 'node:vm'

import { describe, expect, test } from 'vitest'

import { functionAt, reachOf, watched } from './reach.ts'

describe('a source that is watched', () => {
  test('says of each function that it is entered, and does what it did', () => {
    const source =
      'const twice = (n) => n * 2\nfunction all(ns) { return ns.map((n) => ({ n: twice(n) })) }\n'
    const entered: string[] = []
    const reached = (place: string) => entered.push(place)
    const run = (text: string) => JSON.stringify(runInNewContext(`${text} all([2, 3])`, { reached }))
    expect(run(watched(source, 'a.ts'))).toBe(run(source))
    const places = ['{ return', '({ n:', 'n * 2', '({ n:', 'n * 2'].map((piece) => source.indexOf(piece))
    expect(entered).toEqual(places.map((place) => `a.ts:${place}`))
  })
})

test('a place belongs to the innermost function around it', () => {
  const source = 'const a = 1\nconst f = () => { g(() => 2); h() }'
  expect(functionAt(source, source.indexOf('1'))).toBeUndefined()
  expect(functionAt(source, source.indexOf('2'))).toBe(source.indexOf('2'))
  expect(functionAt(source, source.indexOf('h()'))).toBe(source.indexOf('{'))
})

test('what was reached while the first file was loaded is reached by all', () => {
  const seen = [
    { file: 'b', began: 2, loading: [], reached: ['x', 'y', 'z'] },
    { file: 'a', began: 1, loading: ['x'], reached: ['x', 'y'] },
    { file: 'c', began: 3, loading: ['y'], reached: ['y'] },
  ]
  expect(Object.fromEntries(reachOf(seen))).toEqual({ x: ['b', 'a', 'c'], y: ['a', 'b', 'c'], z: ['b'] })
})
