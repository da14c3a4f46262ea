import { expect, test } from 'vitest'

import { areasOfStores } from './areas-of-stores.ts'

test('areas are known by their stores, each once', () => {
  const store = { store_name: 'A', area: '7', area_name: 'North', deleted: false }
  const stores = [
    { ...store, _id: '1' },
    { ...store, _id: '2' },
    { ...store, _id: '3', area: null, area_name: null },
  ]
  expect(areasOfStores(stores)).toEqual([{ value: '7', label: 'North' }])
})
