import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../test/app.ts'
import { asOwner } from '../../test/owner.ts'
import { openDb } from './db.ts'
import { ensureMonths, makeMonthsAhead, monthlyTables } from './months.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const monthsOf = async (table: string): Promise<string[]> =>
  (
    await asOwner<{ name: string }>(
      app,
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1`,
      [table],
    )
  ).map(({ name }) => name)

test('processes that make the same month at the same moment do not disturb each other', async () => {
  const several = Array.from({ length: 4 }, () => openDb(app.deps.db.url, { waitSeconds: 120 }))
  try {
    const moments = ['2030-01-31T23:59:59.999Z', '2030-02-01T00:00:00Z'].map((text) => new Date(text))
    await Promise.all(several.map(({ main }) => ensureMonths(main, moments)))
    for (const table of monthlyTables)
      expect(await monthsOf(table)).toEqual(expect.arrayContaining([`${table}_2030_01`, `${table}_2030_02`]))
  } finally {
    await Promise.all(several.map((db) => db.close()))
  }
})

test('the present month and the next two are made ahead, also over the end of a year', async () => {
  await makeMonthsAhead(app.deps.db.main, new Date('2031-11-30T12:00:00Z'))
  for (const table of monthlyTables)
    expect((await monthsOf(table)).filter((name) => /_203[12]_/.test(name))).toEqual([
      `${table}_2031_11`,
      `${table}_2031_12`,
      `${table}_2032_01`,
    ])
})

test('the application makes no months of other tables', async () => {
  await expect(sql`select add_month('audit', '2030-01-01')`.execute(app.deps.db.main)).rejects.toThrow(
    /no table by months/,
  )
})
