import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { storm } from '../../../test/depth.ts'
import type { PaymentRef } from './payments.ts'
import { describeProvider, type ProviderStand } from './testing/provider-behaviour.ts'
import { faults } from './testing/provider-server.ts'
import { type WechatServer, wechatServer } from './testing/wechat-server.ts'
import { wechatPay } from './wechat-pay.ts'

const now = () => new Date('2026-11-15T04:00:00.000Z')
const origin = 'https://us.example'
const [server, certified] = [await wechatServer(now), await wechatServer(now, 'certificate')]
afterAll(async () => {
  await server.close()
  await certified.close()
})

const standOf = (local: WechatServer): ProviderStand => {
  const { config, baseUrl, ledger } = local
  return {
    provider: wechatPay(config, { origin, baseUrl, now, timeoutMs: 30_000 }),
    impatient: wechatPay(config, { origin, baseUrl, now, timeoutMs: 200 }),
    now,
    unknown: 'closed',
    closes: true,
    pay: async ({ merchantOrder }) => ledger.pay(merchantOrder, now()),
    refundsOf: async (merchantOrder) => ledger.refundsOf(merchantOrder),
    async misbehave(operation, fault, _order, times) {
      const over = local.misbehave(operation, fault, times)
      return () => over
    },
    behave: () => local.behave(),
    noticeOf: async (merchantOrder, change) => local.noticeOf(merchantOrder, change),
    refundFaults: faults,
    queryFaults: faults,
    forgeries: ['no signature', 'wrong signature', 'key of another', 'stale time', 'tampered'],
    mutations: storm({ usual: 300, deep: 5_000 }),
  }
}

describeProvider('WeChat Pay with a public key', standOf(server))
describeProvider('WeChat Pay with platform certificates', standOf(certified))

describe('WeChat Pay', () => {
  const { provider } = standOf(server)
  const payment: PaymentRef = { merchantOrder: `${'7'.repeat(24)}00000042`, amount: 350, currency: 'CNY' }
  const refund = { ...payment, refund: 350 }

  beforeEach(async () => {
    server.behave()
    server.refundsAre = 'SUCCESS'
    server.ledger.payments.delete(payment.merchantOrder)
    await provider.createQr({ ...payment, subject: 'Cola', expiresAt: now() })
    server.ledger.pay(payment.merchantOrder, now())
  })

  test('gives the text of its own code', async () => {
    server.ledger.payments.delete(payment.merchantOrder)
    const qr = await provider.createQr({ ...payment, subject: 'Cola', expiresAt: now() })
    expect(qr).toBe(`weixin://wxpay/bizpayurl?pr=${payment.merchantOrder}`)
  })

  test('accepts a refund first, and says later that it is done', async () => {
    server.refundsAre = 'PROCESSING'
    const request = { ...refund, refundNo: `${payment.merchantOrder}R1` }
    expect(await provider.refund(request)).toEqual({ state: 'processing' })
    expect(await provider.queryRefund(request)).toEqual({ state: 'processing' })
    server.refundsAre = 'SUCCESS'
    expect(await provider.queryRefund(request)).toEqual({ state: 'processing' })
    expect(await provider.queryRefund(request)).toEqual({ state: 'success' })
  })

  test('leaves an abnormal refund open, because the money has left the merchant', async () => {
    server.refundsAre = 'ABNORMAL'
    const request = { ...refund, refundNo: `${payment.merchantOrder}R2` }
    const abnormal = { state: 'processing', why: 'abnormal' }
    expect(await provider.refund(request)).toEqual(abnormal)
    expect(await provider.queryRefund(request)).toEqual(abnormal)
  })

  test('names the reason when the merchant is short of money', async () => {
    server.refuseRefund = { status: 403, code: 'NOT_ENOUGH', message: 'x' }
    const asked = provider.refund({ ...refund, refundNo: `${payment.merchantOrder}R6` })
    await expect(asked).rejects.toMatchObject({ reason: 'accountShort' })
  })

  test('closes a refund that it does not do', async () => {
    server.refundsAre = 'CLOSED'
    const request = { ...refund, refundNo: `${payment.merchantOrder}R3` }
    expect(await provider.refund(request)).toEqual({ state: 'rejected', why: 'refused' })
    expect(await provider.queryRefund(request)).toEqual({ state: 'rejected', why: 'refused' })
  })

  test.each([
    ['USER_ACCOUNT_ABNORMAL', 403, '用户账户已注销', 'customerAccount'],
    ['NO_AUTH', 403, '商户无权限', 'noRight'],
    ['INVALID_REQUEST', 400, '订单已全额退款', 'notRefundable'],
    ['PARAM_ERROR', 400, '参数错误', 'notRefundable'],
  ])('refuses a refund for certain: %s', async (code, status, message, reason) => {
    server.refuseRefund = { status, code, message }
    const request = { ...refund, refundNo: `${payment.merchantOrder}R4` }
    expect(await provider.refund(request)).toEqual({
      state: 'rejected',
      why: `${reason}: ${message}`,
    })
    expect(server.ledger.refundsOf(payment.merchantOrder)).toEqual([])
  })

  test.each([
    ['SYSTEM_ERROR', 500],
    ['FREQUENCY_LIMITED', 403],
    ['FREQUENCY_LIMITED', 429],
    ['NOT_ENOUGH', 403],
    ['SIGN_ERROR', 401],
    // Codes that the documentation of refunds does not name.
    ['FORBIDDEN', 403],
    ['A_NEW_CODE', 400],
  ])(
    'says nothing certain about a refund, which may be asked for again: %s, HTTP %i',
    async (code, status) => {
      server.refuseRefund = { status, code, message: 'x' }
      const request = { ...refund, refundNo: `${payment.merchantOrder}R5` }
      await expect(provider.refund(request)).rejects.toThrow(`WeChat Pay answers HTTP ${status}`)
      expect(await provider.queryRefund(request)).toEqual({ state: 'unknown' })
      expect(await provider.refund(request)).toEqual({ state: 'success' })
      expect(server.ledger.refundsOf(payment.merchantOrder)).toEqual([350])
    },
  )

  test('is believed by both of its keys while one replaces the other', async () => {
    const [certificate = '', key = ''] = [...server.config.platformKeys.keys()]
    for (const serial of [certificate, key]) {
      server.signBy(serial)
      expect(await provider.query(payment)).toMatchObject({ state: 'paid' })
    }
  })

  test('refuses a merchant whose key, number or clock is wrong', async () => {
    const { baseUrl, config } = server
    const wrong = [
      wechatPay({ ...config, privateKey: certified.config.privateKey }, { origin, baseUrl, now }),
      wechatPay({ ...config, serial: '00' }, { origin, baseUrl, now }),
      wechatPay({ ...config, publicKeyId: undefined }, { origin, baseUrl, now }),
      wechatPay(config, { origin, baseUrl, now: () => new Date(now().getTime() + 301_000) }),
    ]
    for (const merchant of wrong) {
      await expect(merchant.query(payment)).rejects.toThrow(/HTTP 401|not signed/)
      await expect(merchant.probe?.()).rejects.toThrow(/HTTP 401|not signed/)
    }
    expect(await provider.probe?.()).toMatchObject({ isSigned: true })
    const misbehaved = server.misbehave('query', 'no signature')
    await expect(provider.probe?.()).rejects.toThrow('not signed')
    await misbehaved
  })

  test('tells errors without keys, numbers and addresses', async () => {
    const gone = await wechatServer(now)
    await gone.close()
    const nowhere = wechatPay(server.config, { origin, baseUrl: gone.baseUrl, now })
    const error = await nowhere.query(payment).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: no answer of WeChat Pay (ECONNREFUSED)')
  })
})
