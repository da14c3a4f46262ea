import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { dayField, instantField, moneyField, sumSheetOf } from './index.ts'

const app = await testApp()

type Row = { name: string; cents: number | null | undefined }

test('a column of money names the currency of the merchant, and is empty where there is no amount', async () => {
  for (const [country, currency] of [
    ['CN', 'CNY'],
    ['MY', 'MYR'],
  ] as const) {
    const merchant = await makeMerchant(app, { country })
    const field = await asUser(app, merchant, async (ctx) =>
      moneyField<Row>(ctx, 'Income', ({ cents }) => cents),
    )
    expect([field.header, field.kind]).toEqual([`Income (${currency})`, 'money'])
    const cells = [0, 350, -20, null, undefined].map((cents) => field.of({ name: '', cents }))
    expect(cells).toEqual([{ cents: 0 }, { cents: 350 }, { cents: -20 }, null, null])
  }
})

test('a column of days begins each day where the merchant is, and is empty where there is none', async () => {
  const field = await asUser(app, await makeMerchant(app), async (ctx) =>
    dayField<{ day: string | null }>(ctx, 'Day', ({ day }) => day),
  )
  expect([field.header, field.kind]).toEqual(['Day', 'date'])
  expect([field.of({ day: '2026-11-15' }), field.of({ day: null })]).toEqual([
    new Date('2026-11-14T16:00:00Z'),
    null,
  ])
})

test('a column of moments takes them as text or as dates, and is empty where nothing has happened', () => {
  const field = instantField<{ at: string | Date | null }>('Sold', ({ at }) => at)
  expect([field.header, field.kind]).toEqual(['Sold', 'datetime'])
  const moment = new Date('2026-11-15T04:00:00Z')
  const cells = [moment, moment.toISOString(), null].map((at) => field.of({ at }))
  expect(cells).toEqual([moment, moment, null])
})

test('a sheet of figures ends with a row that adds up the others', async () => {
  const names = [
    { header: 'Name', of: ({ name }: Row) => name },
    { header: 'First letter', of: ({ name }: Row) => name.charAt(0) },
  ]
  const figures = [{ header: 'Cents', of: ({ cents }: Pick<Row, 'cents'>) => cents ?? null }]
  const rows = [
    { name: 'Pier', cents: 1 },
    { name: 'Mall', cents: 2 },
  ]
  const sheet = sumSheetOf<Row, Pick<Row, 'cents'>>({
    name: 'Stores',
    names,
    figures,
    rows,
    total: { cents: 3 },
    totalName: 'Total',
  })
  expect(sheet).toMatchObject({ name: 'Stores', columns: [...names, ...figures], total: 3, sumRows: 1 })
  expect((await Array.fromAsync(sheet.rows)).flat()).toEqual([
    ['Pier', 'P', 1],
    ['Mall', 'M', 2],
    ['Total', null, 3],
  ])
})
