import { expect, test } from 'vitest'

import { isReturnPath } from './return-path.ts'

test.each([
  '/bind?sn=860100000001&code=aB3-_x',
  '/bind?scene=aB3-_xaB3-_xaB3-_x',
  '/region',
  '/device/860100000001?tab=slots',
  '/buyOrder?from=2026-11-01&to=2026-11-18&status=1,2&order=2026111812000000000000AB',
  '/goods?name=%E6%A2%85%E5%AD%90+250',
])('the way back leads to a page of ours: %s', (to) => {
  expect(isReturnPath(to)).toBe(true)
})

test.each([
  null,
  '',
  '/',
  '/login',
  '/login?agent=shop',
  '/signUp',
  '/forget',
  '/invite',
  '//evil.example/bind?sn=1',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/bind?a=//b',
  '/region#x',
  `/region?name=${'a'.repeat(1_000)}`,
])('and nowhere else: %s', (to) => {
  expect(isReturnPath(to)).toBe(false)
})
