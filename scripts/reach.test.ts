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

describe('a fault in a source that is watched', () => {
  const source = 'const twice = (n) => n * 2\nfunction all(ns) { return ns.map((n) => twice(n) + 1) }\n'
  const fault = (number: number, from: string, replacement: string) => {
    const start = source.indexOf(from)
    return { number, start, end: start + from.length, replacement }
  }
  const faults = [fault(1, '* 2', '* 3'), fault(2, '+ 1', '- 1'), fault(3, 'ns.map', '[9].map')]
  const run = (on: string) =>
    runInNewContext(`${watched(source, 'a.ts', faults)} all([2, 3]).join()`, {
      process: { env: { SLOTWISE_FAULT: on } },
    })

  test.each([
    ['', '5,7'],
    ['1', '7,10'],
    ['2', '3,5'],
    ['3', '19'],
  ])('is made while its number is switched on: %s', (on, expected) => {
    expect(run(on)).toBe(expected)
  })

  test('is refused outside of functions', () => {
    expect(() =>
      watched('const a = 1', 'a.ts', [{ number: 1, start: 10, end: 11, replacement: '2' }]),
    ).toThrow('outside of functions')
  })
})

test('a place belongs to the innermost function around it', () => {
  const source = 'const a = 1\nconst f = () => { g(() => 2); h() }'
  expect(functionAt(source, source.indexOf('1'))).toBeUndefined()
  expect(functionAt(source, source.indexOf('2'))).toBe(source.indexOf('2'))
  expect(functionAt(source, source.indexOf('h()'))).toBe(source.indexOf('{'))
})

test('a function is reached by the files that entered it, in the order of their runs', () => {
  const seen = [
    { file: 'b', began: 2, loading: [], reached: ['x', 'y'] },
    { file: 'a', began: 1, loading: ['x'], reached: ['x'] },
  ]
  expect(Object.fromEntries(reachOf(seen))).toEqual({ x: ['a', 'b'], y: ['b'] })
})
