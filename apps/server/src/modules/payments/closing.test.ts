import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { linesOf, makeOrder, makeSelling, orderOf, ordersOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billOf } from '../../../test/sale-stand.ts'
import type { PaymentProvider, Payments } from '../../ports/payments/payments.ts'
import { sweep as sweepAll } from '../../worker/housekeeping.ts'
import { unbindByOperator } from '../machines/index.ts'
import { closeAtProvider, followOrder, openOrder, type PayOrder } from './index.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let sibling: BoundMachine
let order: PayOrder

beforeEach(async () => {
  await app.sandbox.behave({})
  owner = await makeMerchant(app)
  machine = await makeSelling(app, owner)
  sibling = await makeSelling(app, owner)
  await makeOrder(app, sibling)
  order = await makeOrder(app, machine)
})

const state = async () => (await orderOf(app, machine)).state
const atProvider = async () => (await app.sandbox.find(order.merchant_order))?.state
const follow = (tries: number, deps = app.deps) => followOrder(deps, owner.tenantId, order.orderno, tries)

/** When the queue looks at the order next, in seconds after it, and which time that is. */
async function nextLook({ orderno, create_at: at } = order): Promise<[number, number] | undefined> {
  const [job] = await asOwner<{ run_at: Date; tries: number }>(
    app,
    `select run_at, (payload ->> 'tries')::int as tries from graphile_worker._private_jobs where key = $1`,
    [`order-follow:${owner.tenantId}:${orderno}`],
  )
  return job && [(job.run_at.getTime() - at.getTime()) / 1_000, job.tries]
}

const withCalls = (calls: Partial<PaymentProvider>): Payments =>
  Object.fromEntries(
    Object.entries(app.deps.payments).map(([client, provider]) => [client, { ...provider, ...calls }]),
  )
const fails = () => Promise.reject(new Error('silence'))
/** The providers, of which each call fails. */
const silent = withCalls({ createQr: fails, query: fails, close: fails })

describe('an order that is not paid', () => {
  test('is asked for at growing pauses, and closed after two minutes at the provider and here', async () => {
    const looks = [await nextLook()]
    for (const seconds of [5, 10, 15, 30]) {
      app.clock.advance(seconds)
      await follow(looks.length - 1)
      looks.push(await nextLook())
    }
    expect(looks).toEqual([
      [5, 0],
      [15, 1],
      [30, 2],
      [60, 3],
      [120, 4],
    ])
    expect([await state(), await atProvider()]).toEqual(['pending', 'pending'])
    app.clock.advance(59)
    await follow(4)
    expect([await state(), await nextLook()]).toEqual(['pending', [120, 4]])
    app.clock.advance(1)
    await follow(4)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'closed', closed_at: app.clock.now })
    expect(await atProvider()).toBe('closed')
    expect((await orderOf(app, sibling)).state).toBe('pending')
  })

  test('is not closed when the provider says at the last moment that it is paid', async () => {
    await app.sandbox.behave({ notices: 'dropped' }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    app.clock.advance(120)
    await follow(4)
    expect(await state()).toBe('paid')
    expect(await linesOf(app, order)).toHaveLength(3)
  })

  test('is closed here at its end, and there when the provider answers, which may say that it was paid', async () => {
    await app.sandbox.behave({ notices: 'dropped' }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    app.clock.advance(120)
    const mute = { ...app.deps, payments: silent }
    await follow(4, mute)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'closed', closed_at: app.clock.now })
    await expect(closeAtProvider(mute, owner.tenantId, order.orderno)).rejects.toThrow('silence')
    app.clock.advance(5)
    await closeAtProvider(app.deps, owner.tenantId, order.orderno)
    expect((await orderOf(app, machine)).state).toBe('paid')
    expect(await billOf(app, owner.tenantId, order.orderno)).toMatchObject({ status: 5 })
  })

  test('is closed early when the customer cancels', async () => {
    await app.sandbox.cancel(order.merchant_order)
    app.clock.advance(5)
    await follow(0)
    expect(await state()).toBe('closed')
  })

  test('is closed when its provider is not configured any more', async () => {
    app.clock.advance(120)
    await follow(4, { ...app.deps, payments: {} })
    expect(await state()).toBe('closed')
  })

  test('is found by the sweep when its job was lost', async () => {
    await asOwner(app, `delete from graphile_worker._private_jobs where key like 'order-follow%'`)
    app.clock.advance(240)
    await sweepAll(app.deps)
    expect(await nextLook()).toBeUndefined()
    app.clock.advance(0.001)
    await sweepAll(app.deps)
    expect(await nextLook()).toEqual([240.001, 4])
    await follow(4)
    expect(await state()).toBe('closed')
  })

  test('is closed when its machine leaves the merchant, and its provider is told', async () => {
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: app.clock.now }
    await unbindByOperator(app.deps, machine.sn, origin)
    expect(await state()).toBe('closed')
    expect((await orderOf(app, sibling)).state).toBe('pending')
    const jobs = await asOwner(app, 'select from graphile_worker._private_jobs where key = $1', [
      `order-close:${owner.tenantId}:${order.orderno}`,
    ])
    expect(jobs).toHaveLength(1)
    // The job fails until the provider has closed the order, so that the queue asks again.
    const slow = withCalls({ close: async () => ({ state: 'pending' }) })
    const early = closeAtProvider({ ...app.deps, payments: slow }, owner.tenantId, order.orderno)
    await expect(early).rejects.toThrow('not closed')
    await closeAtProvider(app.deps, owner.tenantId, order.orderno)
    expect(await atProvider()).toBe('closed')
  })

  test('is booked as late when the customer had paid before the machine left', async () => {
    await app.sandbox.behave({ notices: 'dropped' }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US' as const, now: app.clock.now }
    await unbindByOperator(app.deps, machine.sn, origin)
    await closeAtProvider(app.deps, owner.tenantId, order.orderno)
    expect(await orderOf(app, machine)).toMatchObject({ state: 'paid', closed_at: app.clock.now })
  })
})

test('an order that gets no QR code is closed, and its provider is told, which may know it all the same', async () => {
  const { orderno } = order
  const jobs = async () =>
    asOwner(app, 'select from graphile_worker._private_jobs where key = $1', [
      `order-close:${owner.tenantId}:${orderno}`,
    ])
  await asOwner(app, 'update pay_order set qr = null where orderno = $1', [orderno])
  await openOrder(app.deps, owner.tenantId, orderno)
  expect(await state()).toBe('pending')
  expect(await jobs(), 'with a code').toHaveLength(0)
  await asOwner(app, 'update pay_order set qr = null where orderno = $1', [orderno])
  await openOrder({ ...app.deps, payments: silent }, owner.tenantId, orderno)
  expect(await state()).toBe('closed')
  expect(await jobs()).toHaveLength(1)
})

test('an order that has ended gets no QR code any more', async () => {
  const { orderno } = order
  await asOwner(app, 'update pay_order set qr = null where orderno = $1', [orderno])
  app.clock.advance(120)
  await openOrder(app.deps, owner.tenantId, orderno)
  expect(await orderOf(app, machine)).toMatchObject({ state: 'pending', qr: null })
})

test('old payments of the sandbox are forgotten', async () => {
  app.clock.advance(180 * 86_400 - 1)
  await sweepAll(app.deps)
  expect(await atProvider()).toBe('pending')
  app.clock.advance(2)
  await sweepAll(app.deps)
  expect(await atProvider()).toBeUndefined()
})

test('an order that was closed unpaid is deleted after 400 days, a paid or open one never', async () => {
  app.clock.advance(120)
  await follow(4)
  expect(await state()).toBe('closed')
  const paid = await makeOrder(app, machine)
  await app.sandbox.behave({ notices: 'dropped' }, paid.merchant_order)
  await app.sandbox.pay(paid.merchant_order)
  app.clock.advance(120)
  await followOrder(app.deps, owner.tenantId, paid.orderno, 4)
  const ofBoth = async () =>
    [...(await ordersOf(app, machine)), ...(await ordersOf(app, sibling))].map((one) => one.state)
  expect(await ofBoth()).toEqual(['closed', 'paid', 'pending'])
  app.clock.now = new Date(order.create_at.getTime() + 400 * 86_400_000)
  await sweepAll(app.deps)
  expect(await ofBoth()).toEqual(['closed', 'paid', 'pending'])
  app.clock.advance(600)
  await sweepAll(app.deps)
  expect(await ofBoth()).toEqual(['paid', 'pending'])
})
