/** What happens to a bill after its sale was told: a merchant's system hears of each change that its books need. */
import { contract, type Webhook } from '@slotwise/contract'
import { beforeEach, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { type Merchant, makeMerchant, makeStore, unlock } from '../../../test/factories.ts'
import { deliver, makeWebhook, receiverStand, storedEvents } from '../../../test/integration-stand.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { reportSales, saleOf } from '../../../test/report-stand.ts'
import { inBooks, makeSale, refundsIn } from '../../../test/sale-stand.ts'
import { runRefund } from '../refunds/index.ts'
import { noteVoucherRestored } from '../sales/index.ts'
import { markPaid, merchantOrderOf, type PayOrder } from '../payments/index.ts'
import { publish } from './index.ts'

const app = await testApp()
const receive = receiverStand(app)

let owner: Merchant
let store: string
let machine: BoundMachine
let webhook: Webhook

beforeEach(async () => {
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner, { auto_refund: false }))._id
  machine = await makeSelling(app, owner, { store })
  webhook = await makeWebhook(app, owner)
})

type Told = { event: string; kind: string; data: { orderno: string; status: number | string } }

/** What the system of the merchant was told, in short. Publishes after each step, as a worker does. */
async function listen() {
  const { requests } = await receive()
  return {
    tell: () => deliver(app, owner, webhook),
    heard: () =>
      requests.map(({ body }) => {
        const { kind, data } = JSON.parse(body) as Told
        return `${kind} ${data.orderno} ${data.status}`
      }),
    bodies: () => requests.map(({ body }) => JSON.parse(body) as Told & { data: object }),
  }
}

function pay({ merchant_order: number, amount }: PayOrder) {
  app.clock.advance(1)
  const paid = { state: 'paid', amount, txn: number, paidAt: app.clock.now, payer: 'customer' } as const
  return markPaid(app.deps, owner.tenantId, number, paid)
}

async function refund(orderno: string): Promise<void> {
  const input = { orderno, part_refund: false, remarks: '', sign: await unlock(app, owner) }
  expect((await app.call(contract.bills.refund, input, { as: owner })).body.rcode).toBe(0)
}

async function runRefunds(orderno: string): Promise<void> {
  for (const { refund_id: id } of await refundsIn(app, orderno)) await runRefund(app.deps, owner.tenantId, id)
}

test('a sale whose payment comes after its report is told again, once', async () => {
  const { tell, heard, bodies } = await listen()
  const order = await makeOrder(app, machine)
  await reportSales(app, machine, saleOf({ orderNo: order.orderno, client: 'wechat' }))
  await tell()
  expect(await pay(order)).toBe('paid')
  await tell()
  expect(await pay(order)).toBe('known')
  await tell()
  const sale = `sale ${order.orderno} 0`
  expect(heard()).toEqual([sale, sale])
  expect(bodies().map(({ data }) => data)).toMatchObject([{ oddities: ['order'] }, { oddities: [] }])
})

test('each refused refund is told by the sale as it is then, and one that comes through as a refund', async () => {
  const { tell, heard } = await listen()
  const { orderno } = await makeSale(app, machine, { store_id: store, status: 1 })
  for (const manner of ['rejected', 'rejected', undefined] as const) {
    await app.sandbox.behave(manner ? { refund: manner } : {}, merchantOrderOf(owner.tenantId, orderno))
    await refund(orderno)
    await tell()
    await runRefunds(orderno)
    await tell()
  }
  expect(heard()).toEqual([
    // The body is made when the event gets its number, and a refund is under way then.
    `sale ${orderno} 5`,
    `sale ${orderno} 1`,
    `sale ${orderno} 1`,
    `refund ${orderno} refunded`,
  ])
})

test('a sale that is reported after its refund is told again, with what came out', async () => {
  const { tell, heard, bodies } = await listen()
  const { orderno } = await makeSale(app, machine, { store_id: store, status: 2 })
  await tell()
  await refund(orderno)
  await runRefunds(orderno)
  await tell()
  await reportSales(app, machine, saleOf({ orderNo: orderno, client: 'wechat' }))
  await tell()
  expect(heard()).toEqual([`sale ${orderno} 2`, `refund ${orderno} refunded`, `sale ${orderno} 9`])
  expect(bodies().at(-1)?.data).toMatchObject({ goods: [{ delivered: 1 }] })
})

test('a machine that reports an order a second time, with goods, is told as a sale of its own', async () => {
  const { tell, bodies } = await listen()
  const order = await makeOrder(app, machine)
  expect(await pay(order)).toBe('paid')
  const report = (result: 'failed' | 'delivered') =>
    reportSales(
      app,
      machine,
      saleOf({
        orderNo: order.orderno,
        client: 'wechat',
        result,
        items: [{ ch: 1, n: 1, ok: result === 'delivered' }],
      }),
    )
  await report('failed')
  await tell()
  await report('delivered')
  await tell()
  const [first, second] = bodies()
  expect(first?.data).toMatchObject({ orderno: order.orderno, status: 1 })
  expect(second?.data).toMatchObject({ oddities: expect.arrayContaining(['again']), total_price: 0 })
  expect(second?.data.orderno).not.toBe(order.orderno)
})

test('a voucher that is valid again is told by its sale', async () => {
  const { tell, bodies } = await listen()
  const { orderno } = await makeSale(app, machine, { client: 'gift', status: 2, total_price: 0 })
  await tell()
  expect(await inBooks(app, owner.tenantId, (ctx) => noteVoucherRestored(ctx, orderno))).toBe(true)
  await tell()
  expect(bodies().map(({ data }) => data)).toMatchObject([{ oddities: [] }, { oddities: ['restored'] }])
})

test('news of one cause are told once, however often the news come', async () => {
  const { orderno } = await makeSale(app, machine, { store_id: store, status: 1 })
  const sale = { orderno, deviceId: machine.id, storeId: store }
  for (const cause of ['first', 'reported', 'reported', 'refused 7', 'refused 7', 'refused 8'] as const)
    for (const note of app.deps.hooks.saleTurned)
      await inBooks(app, owner.tenantId, (ctx) => note(ctx, [{ ...sale, cause }]))
  await publish(app.deps, owner.tenantId)
  expect(await storedEvents(app, owner)).toHaveLength(4)
})
