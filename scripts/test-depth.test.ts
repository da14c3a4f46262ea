import fc from 'fast-check'
import { expect, test } from 'vitest'

test('random tests try as many cases as this run asks for', () => {
  let cases = 0
  fc.assert(
    fc.property(fc.integer(), () => {
      cases += 1
    }),
  )
  expect(cases).toBe(process.env['SLOTWISE_DEEP'] === '1' ? 5_000 : 100)
})
