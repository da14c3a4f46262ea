import { expect, test } from 'vitest'

import { maskedId } from './account-model.ts'

test.each([
  ['', ''],
  ['123', '****'],
  ['12345', '1****5'],
  ['1900000042', '19****42'],
  ['wx1234567890abcdef', 'wx12****cdef'],
  ['a number of thirty-two characters', 'a nu****ters'],
])('of the identifier "%s" only the ends are shown', (id, shown) => {
  expect(maskedId(id)).toBe(shown)
})
