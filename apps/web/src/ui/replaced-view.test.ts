import type { ListView } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { isSharedThen, replacedBy } from './replaced-view.ts'

const view = (change: Partial<ListView>): ListView => ({
  view_id: '1',
  name: 'Low',
  filter: { low: ['true'] },
  shared: true,
  owner: null,
  mayDelete: true,
  ...change,
})

test('saving replaces the view of that name of the user, not that of a colleague', () => {
  const own = view({ view_id: '2' })
  expect(replacedBy([view({ owner: 'Ann' }), own], 'Low')).toBe(own)
  expect(replacedBy([view({ owner: 'Ann' })], 'Low')).toBeUndefined()
  expect(replacedBy([own], '')).toBeUndefined()
})

test('a shared view that is replaced stays shared, unless the user unticks it or may no longer share', () => {
  const replaced = { shared: true }
  expect(isSharedThen({ replaced, share: undefined, mayShare: true })).toBe(true)
  expect(isSharedThen({ replaced, share: false, mayShare: true })).toBe(false)
  expect(isSharedThen({ replaced, share: undefined, mayShare: false })).toBe(false)
})

test('a new view is shared only if the user says so', () => {
  expect(isSharedThen({ replaced: undefined, share: undefined, mayShare: true })).toBe(false)
  expect(isSharedThen({ replaced: undefined, share: true, mayShare: true })).toBe(true)
})
