import fc from 'fast-check'
import { expect, test } from 'vitest'

import { byRoute, reordered } from './route-model.ts'

test('stores that are put in order share out their places, and the others stay', () => {
  expect(reordered(['1', '2', '3', '4'], ['4', '2'])).toEqual(['1', '4', '3', '2'])
  expect(reordered([], ['2', '1'])).toEqual(['2', '1'])
  expect(reordered(['1', '9'], ['3', '1', '2'])).toEqual(['3', '9', '1', '2'])
  expect(reordered(['1', '2'], ['2', '2', '1'])).toEqual(['2', '1'])
})

test('after any order the named stores stand in that order, and no store is lost or doubled', () => {
  const stores = fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String))
  fc.assert(
    fc.property(stores, stores, (route, wanted) => {
      const next = reordered(route, wanted)
      expect(next.filter((store) => wanted.includes(store))).toEqual(wanted)
      expect(next.toSorted()).toEqual([...new Set([...route, ...wanted])].toSorted())
      const others = (list: string[]) => list.filter((store) => !wanted.includes(store))
      expect(others(next)).toEqual(others(route))
    }),
  )
})

test('what is not on the route follows, and machines without a store are the last', () => {
  const order = byRoute<string | null>(
    ['b', 'a'],
    (store) => store,
    (a, b) => (a ?? '').localeCompare(b ?? ''),
  )
  expect(['a', null, 'd', 'c', 'b'].toSorted(order)).toEqual(['b', 'a', 'c', 'd', null])
})
