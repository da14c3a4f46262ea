import { describe, expect, test } from 'vitest'

import { functionAt, reachOf, watched } from './reach.ts'

describe('a source that is watched', () => {
  test('says of each function that it is entered, and does what it did', () => {
    const source =
      'const twice = (n) => n * 2\nfunction all(ns) { return ns.map((n) => ({ n: twice(n) })) }\nreturn all(given)'
    const entered: string[] = []
    Object.assign(globalThis, { reached: (place: string) => entered.push(place) })
    // oxlint-disable-next-line no-new-func -- the source is written above
    const run = (text: string, given: number[]) => new Function('given', text)(given) as unknown
    const body = source.slice(0, source.indexOf('return all'))
    const text = `${watched(body, 'a.ts')}return all(given)`
    expect(run(text, [2, 3])).toEqual(run(source, [2, 3]))
    const places = ['{ return', '({ n:', 'n * 2', '({ n:', 'n * 2'].map((piece) => source.indexOf(piece))
    expect(entered).toEqual(places.map((place) => `a.ts:${place}`))
    Reflect.deleteProperty(globalThis, 'reached')
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
