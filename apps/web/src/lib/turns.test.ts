import { expect, test } from 'vitest'

import { besides } from './turns.ts'

test('a record has one before and one after it, but at the ends of its page', () => {
  const ids = ['a', 'b', 'c']
  expect(besides(ids, 'b')).toEqual({ before: 'a', after: 'c' })
  expect(besides(ids, 'a')).toEqual({ before: undefined, after: 'b' })
  expect(besides(ids, 'c')).toEqual({ before: 'b', after: undefined })
})

test('a record that is not in the list has none', () => {
  expect(besides(['a'], 'z')).toBeUndefined()
  expect(besides([], 'z')).toBeUndefined()
})
