/** What becomes of the coins and notes of a sale, and what of them counts as income. */
import { billCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeSelling } from '../../../test/order-stand.ts'
import { billsAt, reportSales, type SaleData, saleOf } from '../../../test/report-stand.ts'
import { recount } from '../bills/recount-service.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine

beforeEach(async () => {
  owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  app.clock.advance(1)
})

const out = { ch: 1, n: 1, ok: true }
const stuck = { ch: 1, n: 1, ok: false }
const whole: Partial<SaleData> = { amount: 350, items: [out], result: 'delivered' }
const part: Partial<SaleData> = { amount: 700, items: [out, stuck], result: 'part' }
const failed: Partial<SaleData> = { amount: 350, items: [stuck], result: 'failed' }

test.each([
  ['everything came out', whole, { kept: 350, changed: 150 }, 350, []],
  ['everything came out, and there was no change', whole, { kept: 500 }, 350, ['cash']],
  ['a part came out, and the rest went back', part, { kept: 350, returned: 350 }, 350, []],
  ['a part came out, and all was kept', part, { kept: 700 }, 700, []],
  ['a part came out, and the machine says no more', part, undefined, 700, []],
  ['nothing came out, and all went back', failed, { kept: 0, returned: 350 }, 0, []],
  ['nothing came out, and all was kept', failed, { kept: 350 }, 350, ['cash']],
  ['nothing came out, and the machine says no more', failed, undefined, 0, []],
])('where %s, income is what stays in the machine', async (_what, sale, cash, income, oddities) => {
  await reportSales(app, machine, saleOf({ ...sale, ...(cash && { cash }) }))
  const [bill] = await billsAt(app, machine)
  expect(bill).toMatchObject({ total_price: sale.amount, oddities })
  const total = await app.call(billCalls.getBuyBillTotal, { condition: {} }, { as: owner })
  expect(total.body.result).toMatchObject({ income, refund: 0 })
  const range = { from: '2026-11-01', to: '2026-12-31' }
  expect(await recount(app.deps, owner.tenantId, range)).toEqual([])
  const { steps } = (await app.call(billCalls.getBill, { orderno: bill?.orderno ?? '' }, { as: owner })).body
    .result
  const reported = steps.find(({ kind }) => kind === 'reported')
  expect(reported).toMatchObject(cash ? { cash } : {})
})

test('of a card is not cash, whatever the machine says', async () => {
  await reportSales(app, machine, saleOf({ ...part, client: 'ezcard', cash: { kept: 700 } }))
  expect(await billsAt(app, machine)).toMatchObject([{ status: 1, cash: null, oddities: [] }])
})
