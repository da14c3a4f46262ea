/** The sale of a case is booked with what a person and its machine say of it. */
import { exceptionCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { listCases } from '../../../test/case-stand.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { asMachine } from '../../../test/machines.ts'
import { makeSelling } from '../../../test/order-stand.ts'
import { billsAt } from '../../../test/report-stand.ts'
import { keepUnclearSale } from './unclear-service.ts'

const app = await testApp()

async function keptOf(data: object) {
  const owner = await makeMerchant(app)
  const machine = await makeSelling(app, owner)
  const sale = { saleId: 's1', client: 'cash', amount: 350, items: [], result: 'delivered', ...data }
  await asMachine(app, machine, (ctx) =>
    keepUnclearSale(ctx, {
      mid: '1-7',
      sentTs: app.clock.now.getTime(),
      slip: { field: 'data.client', reason: 'unknown value' },
      payload: Buffer.from(JSON.stringify({ data: sale })),
      dated: { at: app.clock.now, byClock: true, doubtful: false },
    }),
  )
  const [{ case: id } = { case: '' }] = await listCases(app, owner, { kind: 'sale_unclear' })
  const form = { case: id, client: 'coin' as const, amount: 350, result: 'delivered' as const }
  type Items = { channel_sn: number; quantity: number; delivered: number }[]
  return {
    read: () => app.call(exceptionCalls.getCaseMessage, { case: id }, { as: owner }),
    book: (items: Items, more: { amount?: number; result?: 'part' } = {}) =>
      app.call(exceptionCalls.bookCaseSale, { ...form, ...more, items }, { as: owner }),
    bills: () => billsAt(app, machine),
  }
}

test('it is shown with any number of pieces, and booked with as many as a sale may have', async () => {
  const kept = await keptOf({ items: Array.from({ length: 400 }, () => ({ ch: 1, n: 100, ok: true })) })
  const said = [{ channel_sn: 1, quantity: 40_000, delivered: 40_000 }]
  expect((await kept.read()).body.result).toMatchObject({ items: said })
  expect((await kept.book(said)).body).toMatchObject({ rcode: 100 })
  await kept.book([{ channel_sn: 1, quantity: 150, delivered: 120 }], { amount: 52_500, result: 'part' })
  expect(await kept.bills()).toMatchObject([{ goods: [{ quantity: 150, delivered: 120 }] }])
})

test('it keeps what the machine said of its cash', async () => {
  const cash = { kept: 350, returned: 350 }
  const kept = await keptOf({ amount: 700, cash })
  await kept.book([{ channel_sn: 1, quantity: 2, delivered: 1 }], { amount: 700, result: 'part' })
  expect(await kept.bills()).toMatchObject([{ cash }])
})
