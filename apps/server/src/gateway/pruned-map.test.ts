import { describe, expect, test } from 'vitest'

import { makeBudget } from './budget.ts'
import { PrunedMap } from './pruned-map.ts'

const put = (map: Map<string, number>, from: number, to: number): void => {
  for (let n = from; n < to; n += 1) map.set(String(n), n)
}

describe('a map with an entry per machine', () => {
  test('keeps a bounded number of entries, however many machines come and go', () => {
    const map = new PrunedMap<number>(() => (_sn, n) => n < 300)
    put(map, 0, 100_000)
    expect(map.size).toBeLessThanOrEqual(1_000)
    for (const n of [0, 299, 99_999]) expect(map.get(String(n)), `entry ${n}`).toBe(n)
  })

  test('keeps every entry that is needed, and looks seldom', () => {
    let looks = 0
    const map = new PrunedMap<number>(() => {
      looks += 1
      return () => true
    })
    put(map, 0, 10_000)
    expect(map.size).toBe(10_000)
    expect(looks).toBe(4)
  })

  test('does not look when the machine has its entry already', () => {
    const map = new PrunedMap<number>(() => () => false)
    put(map, 0, 1_000)
    map.set('7', 8)
    expect(map.size).toBe(1_000)
    expect(map.get('7')).toBe(8)
    map.set('1000', 1_000)
    expect([...map.keys()]).toEqual(['1000'])
  })
})

test('a budget is full again after the time that its messages cost, and only then', () => {
  let now = 0
  const budget = makeBudget({ atOnce: 3, perSecond: 2 }, () => now)
  expect(budget.isFull()).toBe(true)
  expect([budget.spend(3), budget.spend(1)]).toEqual([0, 500])
  now = 1_999
  expect(budget.isFull()).toBe(false)
  now = 2_000
  expect(budget.isFull()).toBe(true)
  expect(budget.spend(4)).toBe(500)
})
