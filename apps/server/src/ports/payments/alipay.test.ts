import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { storm } from '../../../test/depth.ts'
import { alipay } from './alipay.ts'
import type { PaymentRef } from './payments.ts'
import { alipayServer } from './testing/alipay-server.ts'
import { describeProvider } from './testing/provider-behaviour.ts'
import { faults } from './testing/provider-server.ts'

const now = () => new Date('2026-11-15T04:00:00.000Z')
const origin = 'https://us.example'
const server = await alipayServer(now)
afterAll(() => server.close())
const { config, baseUrl, ledger } = server
const provider = alipay(config, { origin, baseUrl, now, timeoutMs: 30_000 })

describeProvider('Alipay', {
  provider,
  impatient: alipay(config, { origin, baseUrl, now, timeoutMs: 200 }),
  now,
  unknown: 'pending',
  // An order whose code was never scanned cannot be closed: the code expires.
  closes: false,
  pay: async ({ merchantOrder }) => server.pay(merchantOrder),
  refundsOf: async (merchantOrder) => ledger.refundsOf(merchantOrder),
  async misbehave(operation, fault, _order, times) {
    const over = server.misbehave(operation, fault, times)
    return () => over
  },
  behave: () => server.behave(),
  noticeOf: async (merchantOrder, change) => server.noticeOf(merchantOrder, change),
  refundFaults: faults.filter((fault) => fault !== 'wrong amount' && fault !== 'wrong currency'),
  queryFaults: faults,
  forgeries: ['no signature', 'wrong signature', 'key of another', 'stale time', 'tampered'],
  mutations: storm({ usual: 300, deep: 5_000 }),
})

describe('Alipay', () => {
  const payment: PaymentRef = { merchantOrder: `${'7'.repeat(24)}00000042`, amount: 350, currency: 'CNY' }
  let serial = 0
  const refundOf = (refund = 350) => ({
    ...payment,
    refund,
    refundNo: `${payment.merchantOrder}R${(serial += 1)}`,
  })

  beforeEach(async () => {
    server.behave()
    ledger.payments.delete(payment.merchantOrder)
    await provider.createQr({ ...payment, subject: 'Cola', expiresAt: now() })
    server.pay(payment.merchantOrder)
  })

  test('counts a trade that is closed after its whole refund as paid, and one that was closed unpaid as closed', async () => {
    await provider.refund(refundOf())
    expect(await provider.query(payment)).toMatchObject({ state: 'paid', amount: 350 })
    ledger.payments.delete(payment.merchantOrder)
    ledger.open(payment.merchantOrder, 350, 'CNY')
    expect(await provider.close(payment)).toEqual({ state: 'closed' })
    expect(await provider.query(payment)).toEqual({ state: 'closed' })
  })

  test('has done a refund that is asked for again', async () => {
    const request = refundOf(200)
    for (let time = 0; time < 3; time += 1)
      expect(await provider.refund(request)).toEqual({ state: 'success' })
    expect(ledger.refundsOf(payment.merchantOrder)).toEqual([200])
    expect(await provider.refund(refundOf(151))).toEqual({ state: 'rejected', why: 'notEnough' })
  })

  test.each([
    ['ACQ.TRADE_HAS_FINISHED', 400, '交易已完结', 'tooLate'],
    ['ACQ.BUYER_NOT_ENABLE', 400, '买家状态异常', 'customerAccount'],
    ['ACQ.REASON_TRADE_BEEN_FREEZEN', 400, '交易被冻结', 'frozen'],
  ])('refuses a refund for certain: %s', async (code, status, message, reason) => {
    server.refuseRefund = { status, code, message }
    expect(await provider.refund(refundOf())).toEqual({
      state: 'rejected',
      why: `${reason}: ${message}`,
    })
    expect(ledger.refundsOf(payment.merchantOrder)).toEqual([])
  })

  test.each([
    ['ACQ.SYSTEM_ERROR', 400],
    ['ACQ.SYSTEM_ERROR', 500],
    ['ACQ.SELLER_BALANCE_NOT_ENOUGH', 400],
    ['invalid-signature', 401],
    ['app-call-limited', 400],
    ['ACQ.A_NEW_CODE', 400],
  ])(
    'says nothing certain about a refund, which may be asked for again: %s, HTTP %i',
    async (code, status) => {
      server.refuseRefund = { status, code, message: 'x' }
      const request = refundOf()
      await expect(provider.refund(request)).rejects.toThrow(`Alipay answers HTTP ${status}`)
      expect(await provider.queryRefund(request)).toEqual({ state: 'unknown' })
      expect(await provider.refund(request)).toEqual({ state: 'success' })
      expect(ledger.refundsOf(payment.merchantOrder)).toEqual([350])
    },
  )

  test('names the reason when the merchant is short of money', async () => {
    server.refuseRefund = { status: 400, code: 'ACQ.SELLER_BALANCE_NOT_ENOUGH', message: 'x' }
    await expect(provider.refund(refundOf())).rejects.toMatchObject({ reason: 'accountShort' })
  })

  test('answers a notice with the word that Alipay waits for', async () => {
    const { taken, refused } = await provider.receive(server.noticeOf(payment.merchantOrder))
    expect([taken.body, refused.body]).toEqual(['success', 'fail'])
  })

  test('is believed no notice in which a field occurs twice', async () => {
    const { body, headers } = server.noticeOf(payment.merchantOrder)
    const twice = Buffer.concat([body, Buffer.from('&total_amount=3.50')])
    expect((await provider.receive({ body: twice, headers })).notice).toBe('forged')
  })

  test('refuses a merchant whose key, number or clock is wrong', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const wrong = [
      alipay({ ...config, privateKey }, { origin, baseUrl, now }),
      alipay({ ...config, appId: '2021000000000002' }, { origin, baseUrl, now }),
      alipay({ ...config, alipayKey: publicKey }, { origin, baseUrl, now }),
      alipay(config, { origin, baseUrl, now: () => new Date(now().getTime() + 601_000) }),
    ]
    for (const merchant of wrong) {
      await expect(merchant.query(payment)).rejects.toThrow(/HTTP 40[01]|not signed/)
      await expect(merchant.probe?.()).rejects.toThrow(/HTTP 40[01]|not signed/)
    }
    expect(await provider.probe?.()).toMatchObject({ isSigned: true })
    const misbehaved = server.misbehave('query', 'no signature')
    await expect(provider.probe?.()).rejects.toThrow('not signed')
    await misbehaved
  })
})
