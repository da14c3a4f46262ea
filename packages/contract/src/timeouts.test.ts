import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { contract } from './index.ts'
import { type Call, calls, timeoutOf } from './kernel/call.ts'

/** The specification: 5 s, and 10 s for paths that end in `report`. */
const specifiedMs = ({ path }: Call): number => (path.endsWith('report') ? 10_000 : 5_000)

/** The paths of the rows whose client timeout differs from the specification. */
const wrongIn = (rows: readonly Call[]): string[] =>
  rows.filter((row) => timeoutOf(row) !== specifiedMs(row)).map(({ path }) => path)

describe('the time that a client waits', () => {
  test('is declared by every row as the specification has it', () => {
    expect(wrongIn(Object.values(contract).flatMap((table) => Object.values(table)))).toEqual([])
  })

  test('is missed in a report that does not declare it, and in another call that does', () => {
    const common = { access: 'signedIn', input: z.strictObject({}), output: z.object({}) } as const
    const invented = calls({
      report: { ...common, path: '/api/v1/a/report', timeoutMs: 10_000 },
      forgotten: { ...common, path: '/api/v1/b/report' },
      usual: { ...common, path: '/api/v1/a/detail' },
      patient: { ...common, path: '/api/v1/a/overview', timeoutMs: 10_000 },
    })
    expect(wrongIn(Object.values(invented))).toEqual(['/api/v1/b/report', '/api/v1/a/overview'])
  })
})
