import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readConfig } from '../../kernel/config.ts'
import { choosePayments } from './choose.ts'
import { isSigned, noticeKey, signNotice } from './notice-signature.ts'
import type { PaymentProvider, PaymentRef } from './payments.ts'
import { makeSandbox, sandboxOf } from './sandbox.ts'

const app = await testApp()
let serial = 0
let sent: { url: string; headers: Record<string, string>; body: string }[]
/** How the receiver of notices answers. */
let answers: (number | Error)[]

const sandbox = makeSandbox({
  db: app.deps.db.autonomous,
  now: () => app.clock.now,
  pepper: 'pepper',
  origin: 'https://us.example',
  pausesMs: [1, 1, 1],
  async send(url, headers, body) {
    sent.push({ url, headers, body })
    const answer = answers.shift() ?? 200
    if (answer instanceof Error) throw answer
    return answer
  },
})

beforeEach(async () => {
  sent = []
  answers = []
  await sandbox.behave({})
})

function providerOf(client: 'wechat' | 'alipay' | 'gkash'): PaymentProvider {
  const provider = sandbox.providers[client]
  if (!provider) throw new Error('no provider')
  return provider
}
const wechat = providerOf('wechat')
const gkash = providerOf('gkash')

async function create(provider = wechat, amount = 500): Promise<PaymentRef> {
  const payment = { merchantOrder: `order-${(serial += 1)}`, amount, currency: provider.currency }
  await provider.createQr({ ...payment, subject: 'Cola', expiresAt: app.clock.now })
  return payment
}

async function createPaid(provider = wechat): Promise<PaymentRef> {
  const payment = await create(provider)
  await sandbox.pay(payment.merchantOrder, 'buyer')
  await sandbox.settled()
  return payment
}

const refundOf = (payment: PaymentRef, refund = payment.amount, refundNo = `refund-${(serial += 1)}`) => ({
  ...payment,
  refundNo,
  refund,
})

const refundedOf = async ({ merchantOrder }: PaymentRef) => (await sandbox.find(merchantOrder))?.refunded

/** What a call does; it hangs when it has not answered after far more questions to the books than it asks. */
async function within(call: Promise<unknown>): Promise<string> {
  const looks = async (): Promise<string> => {
    for (let i = 0; i < 50; i += 1) await sandbox.find('none')
    return 'hangs'
  }
  const answer = call.then(
    () => 'answers',
    () => 'fails',
  )
  return Promise.race([answer, looks()])
}

describe('a call of the sandbox', () => {
  test.each(['create', 'query', 'close'] as const)('%s fails or hangs when told so', async (call) => {
    const done: unknown[] = []
    for (const manner of ['fails', 'hangs'] as const) {
      const payment = await create()
      if (call === 'create') await sandbox.behave({ create: manner })
      else await sandbox.behave({ [call]: manner }, payment.merchantOrder)
      const calls = {
        create: () => create(),
        query: () => wechat.query(payment),
        close: () => wechat.close(payment),
      }
      done.push(await within(calls[call]()))
      await sandbox.behave({})
      // A close that fails has not closed it.
      expect((await sandbox.find(payment.merchantOrder))?.state).toBe('pending')
      expect(await within(create())).toBe('answers')
    }
    expect(done).toEqual(['fails', 'hangs'])
  })
})

describe('a payment of the sandbox', () => {
  test('is known by its number and paid once', async () => {
    const payment = await create()
    const again = { ...payment, subject: 'Other', expiresAt: app.clock.now }
    expect(await wechat.createQr(again)).toBe(`https://us.example/pay/${payment.merchantOrder}`)
    await expect(wechat.createQr({ ...again, amount: 1 })).rejects.toThrow('the number is used')
    expect(await wechat.query(payment)).toEqual({ state: 'pending' })
    await sandbox.pay(payment.merchantOrder, 'buyer')
    const paid = await wechat.query(payment)
    expect(paid).toMatchObject({ state: 'paid', amount: 500, payer: 'buyer', paidAt: app.clock.now })
    await sandbox.pay(payment.merchantOrder, 'another')
    expect(await wechat.query(payment)).toEqual(paid)
    await sandbox.settled()
    expect(sent).toHaveLength(1)
  })

  test('cannot be paid after it was closed, nor closed after it was paid', async () => {
    const payment = await create()
    expect(await wechat.close(payment)).toEqual({ state: 'closed' })
    expect(await sandbox.pay(payment.merchantOrder)).toMatchObject({ state: 'closed' })
    const paid = await createPaid()
    expect(await wechat.close(paid)).toMatchObject({ state: 'paid' })
    await sandbox.cancel(paid.merchantOrder)
    expect(await wechat.query(paid)).toMatchObject({ state: 'paid' })
  })

  test('is in the currency of its provider', async () => {
    const order = { merchantOrder: 'x', amount: 1, subject: '', expiresAt: app.clock.now }
    await expect(wechat.createQr({ ...order, currency: 'MYR' })).rejects.toThrow('wechat takes no MYR')
    await expect(gkash.createQr({ ...order, currency: 'CNY' })).rejects.toThrow('gkash takes no CNY')
  })

  test('that is unknown counts as closed', async () => {
    const nothing = { merchantOrder: 'nothing', amount: 1, currency: 'CNY' as const }
    expect(await wechat.query(nothing)).toEqual({ state: 'closed' })
    expect(await wechat.close(nothing)).toEqual({ state: 'closed' })
    expect(await sandbox.pay('nothing')).toBeUndefined()
  })

  test('fails to be created when told so', async () => {
    await sandbox.behave({ create: 'fails' })
    await expect(create()).rejects.toThrow('the provider refuses')
    await sandbox.behave({ create: 'hangs' })
    const order = {
      merchantOrder: 'y',
      amount: 1,
      currency: 'CNY' as const,
      subject: '',
      expiresAt: app.clock.now,
    }
    const asked = wechat.createQr(order).then(() => 'answered')
    expect(await Promise.race([asked, Promise.resolve('silence')])).toBe('silence')
  })
})

describe('notices', () => {
  test('go to the address of their provider, signed, and say what was paid', async () => {
    const { merchantOrder } = await createPaid()
    const [notice] = sent
    expect(notice?.url).toBe('https://us.example/notify/wechat')
    const received = await wechat.receive({
      body: Buffer.from(notice?.body ?? ''),
      headers: notice?.headers ?? {},
    })
    expect(received.notice).toMatchObject({
      merchantOrder,
      payment: { state: 'paid', amount: 500, payer: 'buyer', paidAt: app.clock.now },
    })
    const byAnother = await gkash.receive({
      body: Buffer.from(notice?.body ?? ''),
      headers: notice?.headers ?? {},
    })
    expect(byAnother.notice).toBe('forged')
  })

  test('are repeated until they are answered', async () => {
    answers = [500, new Error('away'), 200]
    await createPaid()
    expect(sent).toHaveLength(3)
    sent = []
    answers = [400, 400, 400, 400]
    await createPaid()
    expect(sent, 'and given up in the end').toHaveLength(4)
  })

  test('are dropped, doubled, delayed, reordered or lie when told so', async () => {
    const states = () => sent.map(({ body }) => JSON.parse(body).payment)
    await sandbox.behave({ notices: 'dropped' })
    await createPaid()
    expect(sent).toEqual([])
    await sandbox.behave({ notices: 'doubled', noticeDelayMs: 1 })
    await createPaid()
    expect(sent).toHaveLength(2)
    sent = []
    await sandbox.behave({ notices: 'reordered', noticeAmount: 1 })
    const payment = await createPaid()
    expect(states()).toMatchObject([{ state: 'paid', amount: 1 }, { state: 'pending' }])
    expect(await wechat.query(payment)).toMatchObject({ amount: 500 })
  })

  test('are believed for five minutes, and only as they were signed', () => {
    const key = noticeKey('pepper', 'wechat')
    const { now } = app.clock
    const headers = signNotice(key, now, '{}')
    const body = Buffer.from('{}')
    const later = (ms: number) => new Date(now.getTime() + ms)
    expect(isSigned(key, later(300_000), headers, body)).toBe(true)
    expect(isSigned(key, later(300_001), headers, body)).toBe(false)
    expect(isSigned(key, later(-300_001), headers, body)).toBe(false)
    expect(isSigned(key, now, headers, Buffer.from('{ }'))).toBe(false)
    expect(isSigned(noticeKey('other', 'wechat'), now, headers, body)).toBe(false)
    for (const name of Object.keys(headers).filter((one) => one.startsWith('x-'))) {
      expect(isSigned(key, now, { ...headers, [name]: '1' }, body), name).toBe(false)
      expect(isSigned(key, now, { ...headers, [name]: '' }, body), name).toBe(false)
    }
  })
})

describe('a refund of the sandbox', () => {
  test('is done once for its number, and never for more than was paid', async () => {
    const payment = await createPaid()
    const first = refundOf(payment, 200)
    expect(await wechat.queryRefund(first)).toEqual({ state: 'unknown' })
    expect(await Promise.all([wechat.refund(first), wechat.refund(first)])).toEqual([
      { state: 'success' },
      { state: 'success' },
    ])
    expect(await wechat.refund(first)).toEqual({ state: 'success' })
    expect(await refundedOf(payment)).toBe(200)
    expect(await wechat.refund(refundOf(payment, 301))).toEqual({ state: 'rejected', why: 'notEnough' })
    expect(await wechat.refund(refundOf(payment, 300))).toEqual({ state: 'success' })
    expect(await refundedOf(payment)).toBe(500)
  })

  test('needs a payment that was made, with this provider', async () => {
    const unpaid = await create()
    expect(await wechat.refund(refundOf(unpaid))).toMatchObject({ state: 'rejected' })
    const paid = await createPaid()
    expect(await gkash.refund(refundOf(paid))).toMatchObject({ state: 'rejected', why: 'unknownPayment' })
    expect(await refundedOf(paid)).toBe(0)
  })

  test('by gkash is whole, and a second one is another refund', async () => {
    const payment = await createPaid(gkash)
    expect(gkash).toMatchObject({ refundsParts: false, refundsOnce: false })
    expect(await gkash.refund(refundOf(payment, 100))).toEqual({
      state: 'rejected',
      why: 'wholeOnly',
    })
    const whole = refundOf(payment)
    expect(await gkash.refund(whole)).toEqual({ state: 'success' })
    expect(await gkash.refund(whole)).toEqual({ state: 'rejected', why: 'notEnough' })
    expect(await gkash.queryRefund(whole)).toEqual({ state: 'success' })
  })

  test('gets no answer although it was done, or was not', async () => {
    const payment = await createPaid()
    await sandbox.behave({ refund: 'lost' }, payment.merchantOrder)
    const lost = refundOf(payment, 100)
    await expect(wechat.refund(lost)).rejects.toThrow('does not answer')
    expect(await wechat.queryRefund(lost)).toEqual({ state: 'unknown' })
    await sandbox.behave({ refund: 'done without answer' }, payment.merchantOrder)
    await expect(wechat.refund(lost)).rejects.toThrow('does not answer')
    expect(await wechat.queryRefund(lost)).toEqual({ state: 'success' })
    expect(await wechat.refund(lost)).toEqual({ state: 'success' })
    expect(await refundedOf(payment)).toBe(100)
  })

  test('is rejected or stays on its way when told so', async () => {
    const payment = await createPaid()
    await sandbox.behave({ refund: 'rejected' }, payment.merchantOrder)
    const rejected = refundOf(payment, 100)
    expect(await wechat.refund(rejected)).toEqual({ state: 'rejected', why: 'refused' })
    expect(await wechat.queryRefund(rejected)).toEqual({ state: 'rejected', why: 'refused' })
    await sandbox.behave({ refund: 'processing' }, payment.merchantOrder)
    const [done, undone] = [refundOf(payment, 100), refundOf(payment, 200)]
    for (const one of [done, undone]) expect(await wechat.refund(one)).toEqual({ state: 'processing' })
    await sandbox.endRefund(done.refundNo, 'success')
    await sandbox.endRefund(undone.refundNo, 'rejected')
    expect(await wechat.queryRefund(done)).toEqual({ state: 'success' })
    expect(await wechat.queryRefund(undone)).toMatchObject({ state: 'rejected' })
    expect(await refundedOf(payment)).toBe(100)
  })
})

test('the sandbox is chosen in the demo and where the operator wants it, never in production by itself', () => {
  const chosen = (env: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: app.deps.config.dataDir, PEPPER: 'p', ...env })
    return choosePayments(config, app.deps.db.autonomous, () => app.clock.now)
  }
  expect(Object.keys(chosen({}))).toEqual(['wechat', 'alipay', 'gkash'])
  expect(sandboxOf(chosen({}))).toBeDefined()
  expect(chosen({ DEMO: '0' })).toEqual({})
  expect(sandboxOf(chosen({ DEMO: '0' }))).toBeUndefined()
  expect(sandboxOf(chosen({ DEMO: '0', PAYMENT_SANDBOX: '1' }))).toBeDefined()
  expect(chosen({ PAYMENT_SANDBOX: '0' })).toEqual({})
})
