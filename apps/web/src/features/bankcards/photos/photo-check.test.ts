import { expect, test } from 'vitest'

import { fitted, isLandscape } from './photo-check.ts'

test('a photo is landscape when it is wider than high', () => {
  expect(isLandscape({ width: 401, height: 400 })).toBe(true)
  expect(isLandscape({ width: 400, height: 400 })).toBe(false)
})

test('a large photo is made smaller in its shape, a small one stays', () => {
  expect(fitted({ width: 4800, height: 3600 })).toEqual({ width: 2400, height: 1800 })
  expect(fitted({ width: 1200, height: 900 })).toEqual({ width: 1200, height: 900 })
  expect(fitted({ width: 100_000, height: 3 })).toEqual({ width: 2400, height: 1 })
})
