/** Alipay's API v3 on the loopback interface: checks calls as their documentation says, with keys made for the test. */
import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'

import { z } from 'zod'

import { noticeText } from '../alipay-signature.ts'
import { centsOf, decimalOf } from '../money-text.ts'
import type { AlipayConfig } from '../payments.ts'
import type { Message, NoticeChange } from './provider-behaviour.ts'
import { type BookedPayment, ProviderLedger } from './provider-ledger.ts'
import {
  type Answer,
  type Operation,
  providerServer,
  type ProviderRequest,
  type ProviderServer,
  type SignatureFault,
} from './provider-server.ts'

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const clockSkewMs = 10 * 60_000

const money = z.string().regex(/^\d{1,9}\.\d\d$/)
const Precreate = z.strictObject({
  out_trade_no: z.string().regex(/^\w{1,64}$/),
  total_amount: money,
  subject: z.string().min(1).max(256),
  time_expire: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  notify_url: z.string().startsWith('https://'),
})
const RefundOrder = z.strictObject({
  out_trade_no: z.string(),
  out_request_no: z.string().min(1).max(64),
  refund_amount: money,
})

export type AlipayServer = ProviderServer & {
  config: AlipayConfig
  ledger: ProviderLedger
  /** An error that the next refund is answered with. */
  refuseRefund: { status: number; code: string; message: string } | undefined
  /** Scans the code and pays. */
  pay(order: string): boolean
  noticeOf(order: string, change?: NoticeChange): Message
}

const failure = (status: number, code: string, message = 'no'): Answer => ({
  status,
  content: { code, message },
})

const paths: Record<string, Operation> = {
  '/v3/alipay/trade/precreate': 'create',
  '/v3/alipay/trade/query': 'query',
  '/v3/alipay/trade/close': 'close',
  '/v3/alipay/trade/refund': 'refund',
  '/v3/alipay/trade/fastpay/refund/query': 'queryRefund',
}

const chinaTime = (moment: Date): string =>
  new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

export async function alipayServer(now: () => Date): Promise<AlipayServer> {
  const [merchant, alipay, stranger] = [makeKeys(), makeKeys(), makeKeys()]
  const config: AlipayConfig = {
    appId: '2021000000000001',
    sellerId: '2088000000000001',
    privateKey: merchant.privateKey,
    alipayKey: alipay.publicKey,
    url: undefined,
  }
  const ledger = new ProviderLedger()
  /** Codes that were made; a trade begins when its code is scanned. */
  const codes = new Map<string, number>()
  const usedNonces = new Set<string>()

  function refuse({ method, target, headers, body }: ProviderRequest): Answer | undefined {
    const wrong = failure(401, 'invalid-signature')
    const [, caller = '', signature = ''] =
      /^ALIPAY-SHA256withRSA (.+),sign=(.+)$/.exec(String(headers['authorization'])) ?? []
    const fields = new Map(caller.split(',').map((field) => field.split('=') as [string, string]))
    if (fields.get('app_id') !== config.appId) return failure(400, 'invalid-app-id')
    if (Math.abs(Number(fields.get('timestamp')) - now().getTime()) > clockSkewMs) return wrong
    const nonce = fields.get('nonce') ?? ''
    if (nonce === '' || usedNonces.has(nonce)) return wrong
    usedNonces.add(nonce)
    const signed = Buffer.from(`${caller}\n${method}\n${target}\n${body}\n`)
    if (!verify('sha256', signed, merchant.publicKey, Buffer.from(signature, 'base64'))) return wrong
    return headers['content-type'] === 'application/json' ? undefined : failure(400, 'invalid-content-type')
  }

  function act(operation: Operation, { body }: ProviderRequest): Answer {
    const content = JSON.parse(body) as { out_trade_no: string; out_request_no?: string }
    if (operation === 'create') return create(content)
    const payment = ledger.payments.get(content.out_trade_no)
    if (!payment) return failure(404, 'ACQ.TRADE_NOT_EXIST', '交易不存在')
    if (operation === 'query') return { status: 200, content: tradeOf(payment) }
    if (operation === 'refund') return refund(content, payment)
    if (operation === 'queryRefund') return findRefund(payment, content.out_request_no ?? '')
    if (payment.state !== 'pending') return failure(400, 'ACQ.REASON_TRADE_STATUS_INVALID')
    ledger.close(payment.order)
    return { status: 200, content: { out_trade_no: payment.order, trade_no: payment.txn } }
  }

  function create(content: unknown): Answer {
    const order = Precreate.safeParse(content)
    const amount = centsOf(order.data?.total_amount)
    if (!order.success || amount === undefined || amount === 0) return failure(400, 'ACQ.INVALID_PARAMETER')
    const { out_trade_no: number } = order.data
    const known = codes.get(number) ?? amount
    if (known !== amount) return failure(400, 'ACQ.CONTEXT_INCONSISTENT')
    codes.set(number, amount)
    return { status: 200, content: { out_trade_no: number, qr_code: `https://qr.alipay.com/${number}` } }
  }

  function refund(content: unknown, payment: BookedPayment): Answer {
    const { refuseRefund } = server
    server.refuseRefund = undefined
    if (refuseRefund) return failure(refuseRefund.status, refuseRefund.code, refuseRefund.message)
    const order = RefundOrder.safeParse(content)
    const amount = centsOf(order.data?.refund_amount)
    if (!order.success || amount === undefined) return failure(400, 'ACQ.INVALID_PARAMETER')
    if (payment.state !== 'paid') return failure(400, 'ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
    const { out_request_no: no } = order.data
    const known = payment.refunds.find((one) => one.no === no)
    if (known && known.amount !== amount) return failure(400, 'ACQ.DISCORDANT_REPEAT_REQUEST')
    if (!known && !ledger.refund(payment, { no, amount, state: 'success' }))
      return failure(400, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
    const given = decimalOf(payment.amount - ledger.left(payment))
    const content200 = { out_trade_no: payment.order, trade_no: payment.txn, refund_fee: given }
    return { status: 200, content: { ...content200, fund_change: known ? 'N' : 'Y' } }
  }

  function findRefund({ order, refunds, txn, amount: total }: BookedPayment, no: string): Answer {
    const found = refunds.find((one) => one.no === no)
    if (!found) return { status: 200, content: {} }
    const content = {
      out_trade_no: order,
      trade_no: txn,
      out_request_no: no,
      total_amount: decimalOf(total),
      refund_amount: decimalOf(found.amount),
      refund_status: 'REFUND_SUCCESS',
    }
    return { status: 200, content }
  }

  const statusOf = (payment: BookedPayment): string => {
    if (payment.state === 'pending') return 'WAIT_BUYER_PAY'
    return payment.state === 'closed' || ledger.left(payment) === 0 ? 'TRADE_CLOSED' : 'TRADE_SUCCESS'
  }

  const tradeOf = (payment: BookedPayment) => ({
    out_trade_no: payment.order,
    trade_no: payment.txn,
    trade_status: statusOf(payment),
    total_amount: decimalOf(payment.amount),
    ...(payment.paidAt && { send_pay_date: chinaTime(payment.paidAt), buyer_user_id: '2088000000000777' }),
  })

  function signed(body: string, fault?: SignatureFault): Record<string, string> {
    if (fault === 'no signature') return {}
    const timestamp = String(now().getTime() - (fault === 'stale time' ? clockSkewMs : 0))
    const nonce = randomUUID()
    const { privateKey } = fault === 'key of another' ? stranger : alipay
    const text = Buffer.from(`${timestamp}\n${nonce}\n${body}${fault === 'wrong signature' ? ' ' : ''}\n`)
    const signature = sign('sha256', text, privateKey).toString('base64')
    return { 'alipay-timestamp': timestamp, 'alipay-nonce': nonce, 'alipay-signature': signature }
  }

  function noticeOf(number: string, change: NoticeChange = {}): Message {
    const payment = ledger.payments.get(number)
    if (!payment) throw new Error('no such trade')
    const { signature, state, currency } = change
    const status = state && { pending: 'WAIT_BUYER_PAY', closed: 'TRADE_CLOSED' }[state]
    const age = signature === 'stale time' ? 49 * 3_600_000 : 0
    const fields = new Map(
      Object.entries({
        notify_time: chinaTime(new Date(now().getTime() - age)),
        notify_type: 'trade_status_sync',
        notify_id: randomUUID(),
        app_id: config.appId,
        charset: 'utf-8',
        version: '1.0',
        sign_type: 'RSA2',
        trade_no: payment.txn,
        out_trade_no: number,
        seller_id: change.merchant ?? config.sellerId,
        buyer_id: '2088000000000777',
        trade_status: status ?? 'TRADE_SUCCESS',
        total_amount: decimalOf(change.amount ?? payment.amount),
        subject: 'Cola × 2, 可乐 & more = 好',
        gmt_payment: chinaTime(payment.paidAt ?? now()),
        ...(currency === undefined ? {} : { trans_currency: currency }),
      }),
    )
    const { privateKey } = signature === 'key of another' ? stranger : alipay
    const text = `${noticeText(fields)}${signature === 'wrong signature' ? ' ' : ''}`
    if (signature !== 'no signature')
      fields.set('sign', sign('sha256', Buffer.from(text), privateKey).toString('base64'))
    if (signature === 'tampered') fields.set('total_amount', '0.01')
    const body = Buffer.from(new URLSearchParams([...fields]).toString())
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } }
  }

  function falsify(content: object, fault: string): object {
    if (fault === 'another order') return { ...content, out_trade_no: `${'9'.repeat(24)}00000001` }
    if (fault === 'wrong amount')
      return {
        ...content,
        ...('refund_amount' in content ? { refund_amount: '0.01' } : { total_amount: '0.01' }),
      }
    return fault === 'wrong currency' ? { ...content, trans_currency: 'USD' } : content
  }

  const operationOf = ({ method, target }: ProviderRequest) => (method === 'POST' ? paths[target] : undefined)
  const base = await providerServer({
    operationOf,
    refuse,
    act,
    finalCode: 'ACQ.TRADE_HAS_FINISHED',
    sign: signed,
    falsify,
  })
  const server: AlipayServer = {
    ...base,
    config,
    ledger,
    refuseRefund: undefined,
    pay(order) {
      const amount = codes.get(order)
      if (amount !== undefined) ledger.open(order, amount, 'CNY')
      return ledger.pay(order, now())
    },
    noticeOf,
  }
  return server
}
