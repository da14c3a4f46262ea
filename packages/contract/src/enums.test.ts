import { expect, test } from 'vitest'
import { z } from 'zod'

import { contract } from './index.ts'

/** docs/decisions/0016-enums-on-the-wire.md has the reasons. */
const exceptions = [
  /^[A-Z]{2,3}$/,
  /^[a-z]{2}-[A-Z]{2}$/,
  /^[A-Z]+(_[A-Z]+)*$/,
  /^H5 (flying knife|lipstick)$/,
  /^(putDown|subUser)$/,
  /^(store|device|goods)Rank$/,
  /^-?(failRate|successCount|abnormalCount|refundCount)$/,
]

function valuesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  const { enum: values = [], const: one } = node as { enum?: unknown[]; const?: unknown }
  const own = Array.isArray(values) ? [...values, one] : [one]
  return [...own.filter((value) => typeof value === 'string'), ...Object.values(node).flatMap(valuesIn)]
}

test('enums on the wire are lower-case strings, but for the exceptions', () => {
  const rows = Object.values(contract).flatMap((table) => Object.values(table))
  const values = rows.flatMap(({ input, output }) =>
    [
      z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      z.toJSONSchema(output, { unrepresentable: 'any' }),
    ].flatMap(valuesIn),
  )
  expect(values).toContain('gashapon')
  const odd = [...new Set(values)].filter(
    (value) => value !== value.toLowerCase() && !exceptions.some((shape) => shape.test(value)),
  )
  expect(odd).toEqual([])
})
