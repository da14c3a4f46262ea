import { expect, test } from 'vitest'

import { formatInstant } from './instant.tsx'

test("a time is shown in the merchant's zone, also across midnight", () => {
  expect(formatInstant('2026-02-28T16:05:59.999Z', 480)).toBe('2026-03-01 00:05')
  expect(formatInstant('2026-02-28T16:05:00.000Z', 0)).toBe('2026-02-28 16:05')
})
