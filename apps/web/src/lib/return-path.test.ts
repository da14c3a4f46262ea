import { expect, test } from 'vitest'

import { isReturnPath } from './return-path.ts'

test.each(['/bind?sn=860100000001&code=aB3-_x', '/bind?scene=aB3-_xaB3-_xaB3-_x'])(
  'the way back leads to the page of a scanned code: %s',
  (to) => {
    expect(isReturnPath(to)).toBe(true)
  },
)

test.each([
  null,
  '',
  '/',
  '/bind',
  '//evil.example/bind?sn=1',
  'https://evil.example',
  '/bindings?x=1',
  '/bind?a=//b',
])('and nowhere else: %s', (to) => {
  expect(isReturnPath(to)).toBe(false)
})
