/** Deliveries of which a part failed, paid through a provider that cannot give back a part. */
import { billCalls, type PartFailedWay, regionCalls, voucherCalls } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { casesNow } from '../../../test/case-stand.ts'
import { giveActivity, makeMerchant, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { ask, makeOrder, makeSelling, requestOf, sellIn } from '../../../test/order-stand.ts'
import { reportSales, saleOf } from '../../../test/report-stand.ts'
import { billOf, givenBack, refundsIn } from '../../../test/sale-stand.ts'
import { answersFor, markPaid } from '../payments/index.ts'
import { runRefund } from './run-service.ts'

const app = await testApp()
let owner: Merchant

beforeEach(async () => {
  owner = await makeMerchant(app, { country: 'MY' })
  giveActivity(app, owner)
})

/** Sells two pieces at a store that wants this, of which one comes out; and one that fails as a whole. */
async function sellPartly(part_failed?: PartFailedWay, auto_refund = true) {
  const { _id: store } = await makeStore(app, owner, { auto_refund, ...(part_failed && { part_failed }) })
  const machine = await makeSelling(app, owner, { store })
  const goods = await sellIn(app, machine, owner)
  const order = async (n: number, results: readonly boolean[]) => {
    const one = await makeOrder(app, machine, { pay: 'gkash', items: [{ ch: 1, n }] })
    const { orderno, merchant_order: number, amount } = one
    await app.sandbox.behave({ notices: 'dropped' }, number)
    await app.sandbox.pay(number)
    await markPaid(app.deps, owner.tenantId, number, {
      state: 'paid',
      amount,
      txn: number,
      paidAt: app.clock.now,
    })
    const items = results.map((ok) => ({ ch: 1, n: 1, ok }))
    const result = results.some(Boolean) ? 'part' : 'failed'
    await reportSales(app, machine, saleOf({ orderNo: orderno, client: 'gkash', amount, items, result }))
    for (const { refund_id: id } of await refundsIn(app, orderno))
      await runRefund(app.deps, owner.tenantId, id)
    return orderno
  }
  const [part, failed] = [await order(2, [true, false]), await order(1, [false])]
  expect(await billOf(app, owner.tenantId, failed)).toMatchObject({ status: auto_refund ? 8 : 1 })
  return { part, machine, goods, bill: await billOf(app, owner.tenantId, part) }
}

const vouchers = async () =>
  (await app.call(voucherCalls.getGift, { condition: {} }, { as: owner })).body.result.data
const told = (machine: BoundMachine, orderno: string) =>
  asMachine(app, machine, (ctx) => answersFor(ctx, orderno))

test('is a case where the store says nothing else', async () => {
  const { part, bill } = await sellPartly()
  expect(bill).toMatchObject({ status: 1, refunded: 0, oddities: [] })
  app.clock.advance(1_200)
  expect(await casesNow(app, owner)).toMatchObject([
    { orderno: part, kind: 'paid_not_delivered', reason: 'failed', amount: 350, action: 'refund_whole' },
  ])
  expect(await vouchers()).toEqual([])
})

test('is refunded as a whole where the store wants that', async () => {
  const { part, bill } = await sellPartly('whole')
  expect(bill).toMatchObject({ status: 8, refunded: 700, goods: [{ quantity: 2, delivered: 1 }] })
  expect(await givenBack(app, owner.tenantId, part)).toEqual({ count: 1, amount: 700 })
  app.clock.advance(1_200)
  expect(await casesNow(app, owner)).toEqual([])
})

test('gives a voucher for what is missing where the store wants that, which the machine shows and takes', async () => {
  const { part, bill, machine, goods } = await sellPartly('voucher')
  expect(bill).toMatchObject({ status: 1, refunded: 0, oddities: ['voucher'] })
  expect(await refundsIn(app, part)).toEqual([])
  expect(await vouchers()).toMatchObject([
    { name: `Missing of order ${part}`, goods, quantity: 1, state: 'unused' },
  ])
  const [shown, ...others] = await told(machine, part)
  expect([shown, others]).toMatchObject([{ state: 'closed', orderNo: part, refunds: false }, []])
  app.clock.advance(1_200)
  expect(await casesNow(app, owner)).toEqual([])
  const [voucher = ''] = shown?.vouchers ?? []
  const taken = await ask(app, machine, requestOf({ items: [], pay: 'gift', voucher }))
  expect(taken).toMatchObject({ state: 'paid', items: [{ ch: 1, n: 1 }] })
  expect(await told(machine, part)).toEqual([])
})

test('has its unused vouchers deleted when the merchant refunds the payment after all', async () => {
  const { part, machine } = await sellPartly('voucher')
  const other = await sellPartly('voucher')
  const [shown] = await told(machine, part)
  const [voucher = ''] = shown?.vouchers ?? []
  const sign = await unlock(app, owner)
  const { body } = await app.call(
    billCalls.refund,
    { orderno: part, part_refund: false, remarks: 'asked', sign },
    { as: owner },
  )
  expect(body.rcode, body.msg).toBe(0)
  for (const { refund_id: id } of await refundsIn(app, part)) await runRefund(app.deps, owner.tenantId, id)
  expect(await givenBack(app, owner.tenantId, part)).toEqual({ count: 1, amount: 700 })
  expect(await told(machine, part)).not.toContainEqual(expect.objectContaining({ vouchers: [voucher] }))
  const asked = await ask(app, machine, requestOf({ items: [], pay: 'gift', voucher }))
  expect(asked).toMatchObject({ state: 'refused' })
  expect((await vouchers()).map(({ name, state }) => [name, state])).toEqual([
    [`Missing of order ${other.part}`, 'unused'],
    [`Missing of order ${part}`, 'deleted'],
  ])
})

test('changes nothing by itself in a store that does not refund by itself', async () => {
  const { bill } = await sellPartly('voucher', false)
  expect(bill).toMatchObject({ status: 1, refunded: 0, oddities: [] })
  expect(await vouchers()).toEqual([])
})

test('an edit that does not name what the store wants leaves it', async () => {
  const { _id, store_name } = await makeStore(app, owner, { part_failed: 'whole' })
  const edit = async (more: { part_failed?: PartFailedWay }) =>
    (await app.call(regionCalls.editStore, { _id, store_name, ...more }, { as: owner })).body.result
  expect(await edit({})).toMatchObject({ part_failed: 'whole' })
  expect(await edit({ part_failed: 'voucher' })).toMatchObject({ part_failed: 'voucher' })
})
