import { type Call, type InputOf, jobCalls, type Locale } from '@slotwise/contract'
import { expect } from 'vitest'

import { readXlsx } from '../src/kernel/sheets/testing/read-xlsx.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

/** The lines of a sheet, as the asker gets it. */
export async function readExport<C extends Call>(
  app: TestApp,
  row: C,
  input: InputOf<C>,
  as: Merchant,
  locale: Locale = 'en-US',
): Promise<(string | null)[][]> {
  await app.work()
  const { body } = await app.call(row, input, { as, locale })
  const { job } = body.result as { job: string }
  const state = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result.state
  await expect.poll(state).toBe('done')
  const { url } = (await app.call(jobCalls.getFileLink, { job }, { as })).body.result
  const [sheet] = readXlsx((await app.app.inject(url)).rawPayload)
  return sheet?.rows.map((cells) => cells.map(({ value }) => value)) ?? []
}
