import { expect, test } from 'vitest'

import { only, present } from './present.ts'

test('a value that has to be there is returned, also when it is empty, and a missing one is an error', () => {
  const amounts = new Map([
    ['a', 0],
    ['b', 2],
  ])
  expect([present(amounts, 'a'), present(amounts, 'b')]).toEqual([0, 2])
  expect(() => present(amounts, 'c')).toThrow('nothing is known of c')
})

test('a list of one is that one, and any other list is an error', () => {
  expect(only(['a'])).toBe('a')
  expect(() => only([])).toThrow('0 elements instead of one')
  expect(() => only(['a', 'b'])).toThrow('2 elements instead of one')
})
