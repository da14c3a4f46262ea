/** Who is told that payments are made and change. */
import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { giveActivity, makeMerchant, makeStaff, makeStore, type Merchant } from '../../../test/factories.ts'
import { listenAs } from '../../../test/listening.ts'
import { asMachine, type BoundMachine } from '../../../test/machines.ts'
import { ask, makeOrder, makeSelling, orderOf, requestOf, sellIn } from '../../../test/order-stand.ts'
import { reportSales, saleOf } from '../../../test/report-stand.ts'
import { makeVoucher } from '../../../test/voucher-stand.ts'
import { closeOrdersOf, markPaid, markRefunded, type PayOrder } from './index.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let store: string

beforeEach(async () => {
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner))._id
  machine = await makeSelling(app, owner, { store })
})

const eventsOf = (...orders: Pick<PayOrder, 'orderno'>[]) => [
  { kind: 'payments', data: { sn: machine.sn, ordernos: orders.map(({ orderno }) => orderno) } },
]

const numbersIn = (event: { data: unknown } | undefined): string[] =>
  ((event?.data ?? { ordernos: [] }) as { ordernos: string[] }).ordernos

/** Listens as a user who sees nothing but payment bills. */
const listen = async () => {
  const { _id: elsewhere } = await makeStore(app, owner)
  const permissions = ['bank.payBill'] as const
  const ears = {
    here: await listenAs(app, await makeStaff(app, owner, { permissions, stores: [store] })),
    elsewhere: await listenAs(app, await makeStaff(app, owner, { permissions, stores: [elsewhere] })),
    clerk: await listenAs(app, await makeStaff(app, owner, { permissions: ['home'], stores: [store] })),
    neighbour: await listenAs(app, await makeMerchant(app)),
  }
  return async () => {
    for (const name of ['elsewhere', 'clerk', 'neighbour'] as const) expect(await ears[name]()).toEqual([])
    return ears.here()
  }
}

const pay = ({ merchant_order: number, amount }: PayOrder) =>
  markPaid(app.deps, owner.tenantId, number, { state: 'paid', amount, txn: number, paidAt: app.clock.now })

test('an order is told to users who see payment bills of its store: made, paid, refunded', async () => {
  const hear = await listen()
  const order = await makeOrder(app, machine)
  expect(await hear()).toEqual(eventsOf(order))
  await pay(order)
  expect(await hear()).toEqual(eventsOf(order))
  await pay(order)
  expect(await hear()).toEqual([])
  await asMachine(app, machine, (ctx) => markRefunded(ctx, order.orderno, false))
  expect(await hear()).toEqual(eventsOf(order))
  await asMachine(app, machine, (ctx) => markRefunded(ctx, order.orderno, false))
  expect(await hear()).toEqual([])
})

test('orders that close are told in one event of their machine', async () => {
  const orders = [await makeOrder(app, machine), await makeOrder(app, machine)]
  const hear = await listen()
  await asMachine(app, machine, closeOrdersOf)
  const [event, ...others] = await hear()
  expect(others).toEqual([])
  expect(event).toMatchObject({ kind: 'payments', data: { sn: machine.sn } })
  expect(numbersIn(event).toSorted()).toEqual(orders.map(({ orderno }) => orderno).toSorted())
})

test('an order without a QR code is told when it closes', async () => {
  const { payments } = app.deps
  const { alipay } = payments
  if (!alipay) throw new Error('no provider')
  const createQr = () => Promise.reject(new Error('away'))
  app.deps.payments = { ...payments, alipay: { ...alipay, createQr } }
  onTestFinished(() => {
    app.deps.payments = payments
  })
  const hear = await listen()
  const order = await makeOrder(app, machine, { pay: 'alipay' })
  expect(order.state).toBe('closed')
  expect(await hear()).toEqual([...eventsOf(order), ...eventsOf(order)])
})

test('cards that machines settle are told in one event, and cash and vouchers in none', async () => {
  giveActivity(app, owner)
  const goods = await sellIn(app, machine, owner)
  const { code } = await makeVoucher(app, owner, { goods })
  const hear = await listen()
  const paid = { client: 'ezcard' } as const
  await reportSales(app, machine, saleOf(paid), saleOf(), saleOf(paid))
  const [event, ...others] = await hear()
  expect(others).toEqual([])
  expect(numbersIn(event)).toHaveLength(2)
  app.clock.advance(1)
  await ask(app, machine, requestOf({ items: [], pay: 'gift', voucher: code }))
  expect(await orderOf(app, machine)).toMatchObject({ client: 'gift', state: 'paid' })
  expect(await hear()).toEqual([])
})
