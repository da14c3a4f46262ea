import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { storm } from '../../../test/depth.ts'
import { gkashNoticeSignature, gkashSignature } from './gkash-signature.ts'
import { gkash } from './gkash.ts'
import type { PaymentRef } from './payments.ts'
import { NotAsked } from './provider-http.ts'
import { gkashServer } from './testing/gkash-server.ts'
import { describeProvider } from './testing/provider-behaviour.ts'
import { type Fault, faults, signatureFaults } from './testing/provider-server.ts'

const now = () => new Date('2026-11-15T04:00:00.000Z')
const origin = 'https://us.example'
const server = await gkashServer(now)
afterAll(() => server.close())
const { config, baseUrl, ledger } = server
const provider = gkash(config, { origin, baseUrl, now, timeoutMs: 30_000 })
/** Answers of GKash are not signed. */
const unsigned = faults.filter((fault) => !(signatureFaults as readonly Fault[]).includes(fault))

describeProvider('GKash', {
  provider,
  impatient: gkash(config, { origin, baseUrl, now, timeoutMs: 200 }),
  now,
  unknown: 'pending',
  closes: false,
  pay: async (payment) => server.pay(provider.payForm(payment)),
  refundsOf: async (merchantOrder) => ledger.refundsOf(merchantOrder),
  async misbehave(operation, fault, _order, times) {
    const over = server.misbehave(operation, fault, times)
    return () => over
  },
  behave: () => server.behave(),
  noticeOf: async (merchantOrder, change) => server.noticeOf(merchantOrder, change),
  refundFaults: unsigned,
  queryFaults: unsigned,
  // A notice has no time. One that is sent again says what is known already.
  forgeries: ['no signature', 'wrong signature', 'key of another', 'tampered'],
  mutations: storm({ usual: 300, deep: 5_000 }),
})

describe('GKash', () => {
  const payment: PaymentRef = { merchantOrder: `${'7'.repeat(24)}00000042`, amount: 350, currency: 'MYR' }
  const refund = { ...payment, refund: 350, refundNo: 'R1' }

  beforeEach(() => {
    server.behave()
    server.requests.length = 0
    ledger.payments.delete(payment.merchantOrder)
    server.pay(provider.payForm(payment))
  })

  test("our signatures are over the texts of the vendor's documentation", () => {
    const signer = { cid: 'M102-U-999', key: 'abcdefghijklmnopqrstuvwxyz0123456789' }
    const sha512 = (text: string) => createHash('sha512').update(text).digest('hex')
    const request = { merchantOrder: 'GkashPO-12345', amount: 10_000, currency: 'MYR' }
    expect(gkashSignature(signer, request)).toBe(
      sha512('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789;M102-U-999;GKASHPO-12345;10000;MYR'),
    )
    const notice = { poid: 'GKASHPO-12345', merchantOrder: 'CARTID-123', amount: 10_000, currency: 'MYR' }
    expect(gkashNoticeSignature(signer, { ...notice, status: '88 - Transferred' })).toBe(
      sha512(
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789;M102-U-999;GKASHPO-12345;CARTID-123;10000;MYR;88 - TRANSFERRED',
      ),
    )
    expect(gkashSignature(signer, { ...request, amount: 10 })).toBe(
      sha512('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789;M102-U-999;GKASHPO-12345;010;MYR'),
    )
  })

  test('opens a page of ours, which posts the form', async () => {
    const qr = await provider.createQr({ ...payment, subject: 'Cola', expiresAt: now() })
    expect(qr).toBe(`https://us.example/pay/gkash/${payment.merchantOrder}`)
  })

  test('is asked before a refund, and not asked for one that was made by hand', async () => {
    expect(await provider.refund(refund)).toEqual({ state: 'success' })
    expect(server.requests.map(({ operation }) => operation)).toEqual(['query', 'refund'])
    expect(await provider.refund({ ...refund, refundNo: 'R2' })).toEqual({ state: 'success' })
    expect(server.requests.map(({ operation }) => operation)).toEqual(['query', 'refund', 'query'])
    expect(ledger.refundsOf(payment.merchantOrder)).toEqual([350])
  })

  test.each<[Fault, NotAsked['kind']]>([
    ['500 before effect', 'silent'],
    ['not JSON', 'refused'],
  ])(
    'is not asked for a refund when the question before it has no usable answer: %s',
    async (fault, kind) => {
      void server.misbehave('query', fault, 2)
      const error = await provider.refund(refund).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(NotAsked)
      expect(error, 'only silence shuts an account').toMatchObject({ kind })
      expect(server.requests.map(({ operation }) => operation)).toEqual(['query', 'query'])
    },
  )

  test.each<Fault>(['redirect', 'too many requests'])(
    'is not asked by a call that it turned away: %s',
    async (fault) => {
      void server.misbehave('refund', fault)
      await expect(provider.refund(refund)).rejects.toThrow(NotAsked)
      expect(ledger.refundsOf(payment.merchantOrder)).toEqual([])
    },
  )

  test('is not asked when it cannot be connected to', async () => {
    const gone = await gkashServer(now)
    await gone.close()
    const nowhere = gkash(config, { origin, baseUrl: gone.baseUrl, now })
    await expect(nowhere.refund(refund)).rejects.toThrow(NotAsked)
  })

  test('is not asked for a refund of a payment that it has not finished', async () => {
    ledger.payments.delete(payment.merchantOrder)
    ledger.open(payment.merchantOrder, 350, 'MYR')
    const error = await provider.refund(refund).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotAsked)
    expect(error, 'it has answered').toMatchObject({ kind: 'refused' })
    ledger.close(payment.merchantOrder)
    expect(await provider.refund(refund)).toEqual({ state: 'rejected', why: 'unknownPayment' })
    expect(server.requests.map(({ operation }) => operation)).toEqual(['query', 'query'])
  })

  test('has done a refund whose payment has another status since', async () => {
    await provider.refund(refund)
    const booked = ledger.payments.get(payment.merchantOrder)
    if (booked) booked.state = 'closed'
    expect(await provider.refund(refund)).toEqual({ state: 'success' })
    expect(ledger.refundsOf(payment.merchantOrder)).toEqual([350])
  })

  test('refuses a refund after the settlement, in its own words', async () => {
    server.refuseRefund = 'Transaction has been settled'
    const why = 'Transaction has been settled'
    expect(await provider.refund(refund)).toEqual({ state: 'rejected', why })
    expect(ledger.refundsOf(payment.merchantOrder)).toEqual([])
  })

  test('leaves an order open that a customer is paying', async () => {
    ledger.payments.delete(payment.merchantOrder)
    ledger.open(payment.merchantOrder, 350, 'MYR')
    expect(await provider.close(payment)).toEqual({ state: 'pending' })
    ledger.close(payment.merchantOrder)
    expect(await provider.close(payment)).toEqual({ state: 'closed' })
  })

  test('is not believed a state that only begins like a known one', async () => {
    const { headers } = server.noticeOf(payment.merchantOrder)
    const notice = { poid: 'P1', merchantOrder: payment.merchantOrder, amount: 350, currency: 'MYR' }
    for (const status of ['88', '88 - TRANSFERRED', '88 - Transferred ', '00 - Approved']) {
      const signature = gkashNoticeSignature(config, { ...notice, status })
      const fields = {
        CID: config.cid,
        POID: 'P1',
        cartid: notice.merchantOrder,
        currency: 'MYR',
        amount: '3.50',
      }
      const body = Buffer.from(new URLSearchParams({ ...fields, status, signature }).toString())
      expect((await provider.receive({ body, headers })).notice).toBe('malformed')
    }
  })

  test('refuses a merchant whose key or number is wrong', async () => {
    for (const wrong of [{ key: 'other' }, { cid: 'M102-U-998' }]) {
      const merchant = gkash({ ...config, ...wrong }, { origin, baseUrl, now })
      await expect(merchant.query(payment)).rejects.toThrow('GKash answers HTTP 400 without a payment')
      await expect(merchant.probe?.()).rejects.toThrow('GKash answers HTTP 400 without a payment')
    }
    expect(await provider.probe?.()).toMatchObject({ isSigned: false })
  })
})
