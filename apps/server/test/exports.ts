import { type Call, type InputOf, jobCalls, type Locale } from '@slotwise/contract'
import { readXlsx } from '@slotwise/sheets/testing'
import { expect } from 'vitest'

import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

/** The file of an export, downloaded by its owner. */
export async function downloadExport<C extends Call>(
  app: TestApp,
  row: C,
  input: InputOf<C>,
  { as, locale = 'en-US' }: { as: Merchant; locale?: Locale },
) {
  await app.work()
  const { body } = await app.call(row, input, { as, locale })
  const { job } = body.result as { job: string }
  const state = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result.state
  await expect.poll(state).toBe('done')
  const { url } = (await app.call(jobCalls.getFileLink, { job }, { as })).body.result
  return app.app.inject(url)
}

/** The lines of an exported sheet, downloaded by its owner. */
export async function readExport<C extends Call>(
  app: TestApp,
  row: C,
  input: InputOf<C>,
  as: Merchant,
  locale: Locale = 'en-US',
): Promise<(string | null)[][]> {
  return linesOf((await downloadExport(app, row, input, { as, locale })).rawPayload)
}

export const linesOf = (file: Buffer): (string | null)[][] =>
  readXlsx(file)[0]?.rows.map((cells) => cells.map(({ value }) => value)) ?? []

/** A day as workbooks hold it: a number of days, which programs show as a date. */
export const serialOf = (day: string): string =>
  String((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000)
