/** A provider, an account or a merchant that keeps its calls waiting does not keep the orders of others waiting. */
import { orderRefusalWords } from '@slotwise/contract'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import type { BoundMachine } from '../../../test/machines.ts'
import { ask, makeOrder, makeSelling, orderOf, ordersOf, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import type { PaymentProvider, Payments } from '../../ports/payments/payments.ts'
import { NoAnswer } from '../../ports/payments/provider-http.ts'
import { inTenant } from '../../kernel/db.ts'
import { startWorker } from '../../worker/worker.ts'
import { platformAccount } from '../payaccounts/index.ts'
import { silentCalls } from '../payaccounts/silence-service.ts'
import { closeAtProvider, followOrder, openOrder, type PayOrder } from './index.ts'
import { followAt } from './order-jobs-service.ts'

const app = await testApp()
const why = orderRefusalWords['zh-CN']
let owner: Merchant
let stranger: Merchant

beforeEach(async () => {
  // The queue runs what is due by the database's clock.
  app.clock.now = new Date(Date.now() - 10_000)
  await app.sandbox.behave({})
  await asOwner(app, 'delete from provider_silence')
  await asOwner(app, 'delete from graphile_worker._private_jobs')
  owner = await makeMerchant(app)
  stranger = await makeMerchant(app)
})

type Job = { key: string; run_at: Date; attempts: number; locked: boolean }
const jobs = (task: string) =>
  asOwner<Job>(
    app,
    `select j.key, j.run_at, j.attempts, j.locked_by is not null as locked
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = $1 order by j.id`,
    [task],
  )
const running = async (task: string) => (await jobs(task)).filter(({ locked }) => locked).length

const withCalls = (calls: Partial<PaymentProvider>, of = 'alipay'): Payments =>
  Object.fromEntries(
    Object.entries(app.deps.payments).map(([client, provider]) => [
      client,
      client === of ? { ...provider, ...calls } : provider,
    ]),
  )
const silence = () => Promise.reject(new NoAnswer('silence', 'silent'))
const silent = { ...app.deps, payments: withCalls({ createQr: silence, query: silence, close: silence }) }

describe('while a provider hangs', () => {
  let held: PromiseWithResolvers<never>
  beforeEach(() => void (held = Promise.withResolvers<never>()))
  const hang = () => held.promise

  async function workWith(calls: Partial<PaymentProvider>): Promise<void> {
    const worker = await startWorker({ ...app.deps, payments: withCalls(calls) })
    onTestFinished(async () => {
      held.reject(new Error('the test is over'))
      await worker.stop()
    })
  }

  test('orders at another one, and of another merchant, get their codes', async () => {
    const machines: BoundMachine[] = []
    for (let i = 0; i < 8; i += 1) machines.push(await makeSelling(app, owner))
    for (const machine of machines)
      for (let n = 0; n < 5; n += 1) await makeOrder(app, machine, { pay: 'alipay' })
    await asOwner(app, `update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`)
    app.clock.advance(10)
    await workWith({ query: hang })
    await expect.poll(() => running('order-follow')).toBe(3)

    for (const pay of ['wechat', 'alipay', 'gkash'] as const) {
      const other = await makeMerchant(app, { country: pay === 'gkash' ? 'MY' : 'CN' })
      const machine = await makeSelling(app, other)
      expect(await ask(app, machine, requestOf({ pay }))).toBeUndefined()
      await expect.poll(async () => (await orderOf(app, machine)).qr, { message: pay }).not.toBeNull()
    }
    expect(await running('order-follow'), 'still under way').toBe(3)
  })

  test.each([
    ['an account', 4, [null, null]],
    ['a provider', 6, [null, null, '1', '1']],
  ])('following never takes all places of %s', async (_what, most, accounts) => {
    for (const account of accounts) {
      const merchant = await makeMerchant(app)
      const { tenantId } = merchant
      const machine = await makeSelling(app, merchant)
      for (let n = 0; n < 5; n += 1) {
        const { orderno, client } = await makeOrder(app, machine, { pay: 'alipay' })
        // In the queue, the order is one of this account.
        const queued = { ...platformAccount, pay_account_id: account, orderno, client }
        await inTenant(app.deps.db.main, tenantId, (tx) => followAt({ tx, tenantId }, queued, new Date(0), 0))
      }
    }
    const strangers = [await makeSelling(app, owner), await makeSelling(app, stranger)]
    app.clock.advance(10)
    await workWith({ query: hang })
    const seen: number[] = []
    const count = async (): Promise<number> => {
      seen.push(await running('order-follow'))
      return Math.max(...seen)
    }
    await expect.poll(count).toBe(most)
    for (const machine of strangers) {
      await ask(app, machine, requestOf({ pay: 'alipay' }))
      await expect
        .poll(async () => {
          await count()
          return (await orderOf(app, machine)).qr
        })
        .not.toBeNull()
    }
    expect(Math.max(...seen)).toBe(most)
  })

  test('one with codes that never come leaves places for the others', async () => {
    const machines: BoundMachine[] = []
    for (let i = 0; i < 4; i += 1) machines.push(await makeSelling(app, i < 2 ? owner : stranger))
    for (const machine of machines)
      for (let n = 0; n < 5; n += 1) await ask(app, machine, requestOf({ pay: 'alipay' }))
    await workWith({ createQr: hang })
    await expect.poll(() => running('order-open')).toBe(6)
    const machine = await makeSelling(app, stranger)
    await ask(app, machine, requestOf({ pay: 'wechat' }))
    await expect.poll(async () => (await orderOf(app, machine)).qr).not.toBeNull()
    await expect.poll(() => running('order-open'), { message: 'still under way' }).toBe(6)
  })
})

describe('an account that does not answer several times in a row', () => {
  const name = async () =>
    (await asOwner<{ account: string }>(app, 'select account from provider_silence'))[0]

  async function fallSilent(): Promise<void> {
    for (let i = 0; i < silentCalls; i += 1) {
      const machine = await makeSelling(app, owner)
      await ask(app, machine, requestOf({ pay: 'alipay' }))
      await openOrder(silent, owner.tenantId, (await orderOf(app, machine)).orderno)
    }
  }

  /** Orders that have their codes are asked for in vain. */
  async function fallSilentLater(client: 'alipay' | 'gkash' = 'alipay', of = owner): Promise<void> {
    const machine = await makeSelling(app, of)
    const orders: PayOrder[] = []
    for (let i = 0; i < silentCalls; i += 1) orders.push(await makeOrder(app, machine, { pay: client }))
    app.clock.advance(5)
    const deps = { ...app.deps, payments: withCalls({ query: silence }, client) }
    for (const { orderno } of orders) await followOrder(deps, of.tenantId, orderno, 0)
  }

  test('is shut: its orders are refused at once, those of others are taken', async () => {
    const error = vi.spyOn(app.deps.log, 'error')
    const machine = await makeSelling(app, stranger)
    await fallSilent()
    expect(await name()).toEqual({ account: 'alipay:open' })
    expect(await ask(app, machine, requestOf({ pay: 'alipay' }))).toMatchObject({
      state: 'refused',
      why: why.providerFailed,
    })
    expect(await ordersOf(app, machine)).toEqual([])
    expect(error).toHaveBeenCalledTimes(1)
    error.mockRestore()
    expect(await ask(app, machine, requestOf({ pay: 'wechat' }))).toBeUndefined()
    const { payload } = await app.app.inject('/metrics')
    expect(payload).toContain('slotwise_provider_silent{account="alipay",call="open"} 1')
  })

  test('is asked again once after a pause, and opens with its answer', async () => {
    const machine = await makeSelling(app, stranger)
    const other = await makeSelling(app, stranger)
    await fallSilent()
    app.clock.advance(30)
    for (const one of [machine, other])
      expect(await ask(app, one, requestOf({ pay: 'alipay' }))).toBeUndefined()
    // The first is the try, and the second does not wait for how it ends.
    await openOrder(silent, stranger.tenantId, (await orderOf(app, machine)).orderno)
    await openOrder(app.deps, stranger.tenantId, (await orderOf(app, other)).orderno)
    expect([(await orderOf(app, machine)).state, (await orderOf(app, other)).state]).toEqual([
      'closed',
      'closed',
    ])
    app.clock.advance(30)
    await makeOrder(app, machine, { pay: 'alipay' })
    expect(await name()).toBeUndefined()
    expect((await makeOrder(app, other, { pay: 'alipay' })).qr).not.toBeNull()
  })

  test('is asked by one call at a time then', async () => {
    const first = await makeSelling(app, stranger)
    const second = await makeSelling(app, stranger)
    await fallSilent()
    app.clock.advance(30)
    for (const one of [first, second])
      expect(await ask(app, one, requestOf({ pay: 'alipay' }))).toBeUndefined()
    const { promise: asked, resolve: heard } = Promise.withResolvers<void>()
    const { promise: held, reject: giveUp } = Promise.withResolvers<never>()
    const hanging = { ...app.deps, payments: withCalls({ createQr: () => (heard(), held) }) }
    const trying = openOrder(hanging, stranger.tenantId, (await orderOf(app, first)).orderno)
    await asked
    await openOrder(app.deps, stranger.tenantId, (await orderOf(app, second)).orderno)
    expect(await orderOf(app, second), 'another one is not asked for').toMatchObject({
      state: 'closed',
      qr: null,
    })
    expect(await ask(app, second, requestOf({ pay: 'alipay' }))).toMatchObject({ why: why.providerFailed })
    giveUp(new NoAnswer('silence', 'silent'))
    await trying
  })

  test('is shut to new orders although it answers about those that have ended', async () => {
    for (let i = 0; i < silentCalls; i += 1) {
      const machine = await makeSelling(app, owner)
      await ask(app, machine, requestOf({ pay: 'alipay' }))
      const { orderno } = await orderOf(app, machine)
      await openOrder(silent, owner.tenantId, orderno)
      await closeAtProvider(app.deps, owner.tenantId, orderno)
    }
    expect(await name()).toEqual({ account: 'alipay:open' })
    const machine = await makeSelling(app, stranger)
    expect(await ask(app, machine, requestOf({ pay: 'alipay' }))).toMatchObject({ why: why.providerFailed })
  })

  test('takes new orders while it only does not say what became of others, unless their codes are made here', async () => {
    await fallSilentLater()
    expect(await name()).toEqual({ account: 'alipay:follow' })
    await makeOrder(app, await makeSelling(app, stranger), { pay: 'alipay' })
    expect(await name(), 'a code proves nothing about it').toEqual({ account: 'alipay:follow' })

    const malay = await makeMerchant(app, { country: 'MY' })
    await fallSilentLater('gkash', malay)
    const machine = await makeSelling(app, malay)
    expect(await ask(app, machine, requestOf({ pay: 'gkash' })), 'it gives codes').toBeUndefined()
    const { payments } = app.deps
    app.deps.payments = withCalls({ makesCodes: true }, 'gkash')
    onTestFinished(() => void (app.deps.payments = payments))
    expect(await ask(app, machine, requestOf({ pay: 'gkash' }))).toMatchObject({ state: 'refused' })
  })

  test('keeps its other orders waiting, and none of their tries is used up', async () => {
    const order = await makeOrder(app, await makeSelling(app, stranger), { pay: 'alipay' })
    await app.sandbox.behave({ notices: 'dropped' }, order.merchant_order)
    await app.sandbox.pay(order.merchant_order)
    await fallSilentLater()
    const shutUntil = new Date(app.clock.now.getTime() + 30_000)
    await followOrder(app.deps, stranger.tenantId, order.orderno, 0)
    const follow = (await jobs('order-follow')).find(({ key }) => key.endsWith(order.orderno))
    expect(follow).toMatchObject({ run_at: shutUntil, attempts: 0 })
    app.clock.now = shutUntil
    await followOrder(app.deps, stranger.tenantId, order.orderno, 0)
    const [paid] = await asOwner(app, 'select state from pay_order where orderno = $1', [order.orderno])
    expect(paid).toEqual({ state: 'paid' })
  })

  test('is told later of orders that were closed, without a failed attempt', async () => {
    await fallSilentLater()
    await fallSilent()
    const [closed] = await asOwner<{ orderno: string }>(
      app,
      `select orderno from pay_order where tenant_id = $1 and state = 'closed'`,
      [owner.tenantId],
    )
    await asOwner(app, `delete from graphile_worker._private_jobs`)
    await closeAtProvider(app.deps, owner.tenantId, closed?.orderno ?? '')
    const [later] = await jobs('order-close')
    expect(later).toMatchObject({ run_at: new Date(app.clock.now.getTime() + 30_000), attempts: 0 })
  })

  test('counts no refusals, and only calls in a row', async () => {
    const refuses = {
      ...app.deps,
      payments: withCalls({ createQr: () => Promise.reject(new NoAnswer('no', 'refused')) }),
    }
    for (let i = 1; i < 2 * silentCalls; i += 1) {
      const machine = await makeSelling(app, owner)
      await ask(app, machine, requestOf({ pay: 'alipay' }))
      const deps = i === silentCalls ? refuses : silent
      await openOrder(deps, owner.tenantId, (await orderOf(app, machine)).orderno)
    }
    expect(await ask(app, await makeSelling(app, owner), requestOf({ pay: 'alipay' }))).toBeUndefined()
  })
})

describe('orders that wait', () => {
  test('are five of a machine at most, until one is paid or two minutes are over', async () => {
    const machine = await makeSelling(app, owner)
    const orders = []
    for (let i = 0; i < 5; i += 1) orders.push(await makeOrder(app, machine))
    expect(await ask(app, machine)).toMatchObject({ state: 'refused', why: why.tooManyUnpaid })
    expect(await ask(app, await makeSelling(app, owner)), 'another machine').toBeUndefined()
    await app.sandbox.pay(orders[0]?.merchant_order ?? '')
    await app.sandbox.settled()
    expect(await ask(app, machine)).toBeUndefined()
    expect(await ask(app, machine)).toMatchObject({ state: 'refused' })
    app.clock.advance(121)
    expect(await ask(app, machine)).toBeUndefined()
  })

  test('for their codes are fifty of a merchant at most, and come in turn with those of others', async () => {
    for (let i = 0; i < 10; i += 1) {
      const machine = await makeSelling(app, owner)
      for (let n = 0; n < 5; n += 1) expect(await ask(app, machine)).toBeUndefined()
    }
    const machine = await makeSelling(app, owner)
    expect(await ask(app, machine)).toMatchObject({ state: 'refused', why: why.tooManyOrders })
    const of = await makeSelling(app, stranger)
    expect(await ask(app, of)).toBeUndefined()
    const { orderno } = await orderOf(app, of)
    const first = await asOwner<{ key: string }>(
      app,
      `select j.key from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'order-open' order by j.priority, j.run_at limit 2`,
    )
    expect(first.map(({ key }) => key)).toContain(`order-open:${stranger.tenantId}:${orderno}`)
  })
})
