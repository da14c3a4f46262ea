/**
 * Alipay, API v3: codes that a customer scans (precreate). Alipay knows a trade only once its code was scanned, so a trade
 * that it does not know waits; the code expires with the order. Every answer with a status of success must be signed, and
 * so must the refusal of a refund; another error may come unsigned, as their gateway sends some, but a signature that is
 * there must be right. A refund is done once for its number: asking again answers `fund_change=N`.
 */
import { randomUUID } from 'node:crypto'

import { type RefundReason, requiredText } from '@slotwise/contract'
import { z } from 'zod'

import { isAlipaySigned, isNoticeSigned, alipayAuthorization } from './alipay-signature.ts'
import { fieldsIn } from './form-fields.ts'
import { centsOf, decimalOf } from './money-text.ts'
import type {
  AlipayConfig,
  Notice,
  PaymentProvider,
  PaymentRef,
  PaymentState,
  RefundRequest,
  RefundState,
  Reply,
} from './payments.ts'
import {
  askTwice,
  callSigned,
  callTimeoutMs,
  demandSigned,
  noticeUrl,
  type ProviderWiring,
  type SignedAnswer,
  refusalText,
  unclear,
} from './provider-http.ts'

const name = 'Alipay'
const defaultBaseUrl = 'https://openapi.alipay.com'
const noTrade = 'ACQ.TRADE_NOT_EXIST'
/** Alipay repeats notices for 25 hours. */
const noticeFreshMs = 48 * 3_600_000
const noticeAheadMs = 10 * 60_000

/**
 * Codes of the documentation of refunds after which a refund was certainly not done. Any other code says nothing about
 * it: a refund that counts as refused by mistake is asked for again under another number.
 */
const finalCodes = new Map<string, RefundReason>([
  ['ACQ.REASON_TRADE_REFUND_FEE_ERR', 'notEnough'],
  ['ACQ.REFUND_FEE_ERROR', 'notEnough'],
  ['ACQ.INVALID_PARAMETER', 'notRefundable'],
  ['ACQ.TRADE_HAS_FINISHED', 'tooLate'],
  ['ACQ.TRADE_HAS_CLOSE', 'tooLate'],
  ['ACQ.TRADE_STATUS_ERROR', 'notRefundable'],
  ['ACQ.REASON_TRADE_STATUS_INVALID', 'notRefundable'],
  ['ACQ.TRADE_NOT_ALLOW_REFUND', 'notRefundable'],
  ['ACQ.NOT_ALLOW_PARTIAL_REFUND', 'wholeOnly'],
  ['ACQ.ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND', 'notRefundable'],
  ['ACQ.REASON_TRADE_BEEN_FREEZEN', 'frozen'],
  ['ACQ.BUYER_ERROR', 'customerAccount'],
  ['ACQ.BUYER_NOT_ENABLE', 'customerAccount'],
  ['ACQ.BUYER_ENABLE_STATUS_FORBID', 'customerAccount'],
  ['ACQ.CUSTOMER_VALIDATE_ERROR', 'customerAccount'],
  ['ACQ.USER_NOT_MATCH_ERR', 'customerAccount'],
])
/** Of these our words say all that the provider's text does. */
const plainReasons = new Map<string, RefundReason>([
  [noTrade, 'unknownPayment'],
  ['ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', 'notEnough'],
])

const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: requiredText(64),
  trade_status: z.enum(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED']),
  total_amount: z.string(),
  send_pay_date: z.string().optional(),
  pay_currency: z.string().optional(),
  trans_currency: z.string().optional(),
  buyer_user_id: z.string().max(128).optional(),
  buyer_open_id: z.string().max(128).optional(),
})
const Refunded = z.object({ out_trade_no: z.string(), fund_change: z.enum(['Y', 'N']) })
const FoundRefund = z.object({
  out_trade_no: z.string().optional(),
  out_request_no: z.string().optional(),
  refund_status: z.string().optional(),
  refund_amount: z.string().optional(),
})

const reply = (status: number, body: string): Reply => ({ status, contentType: 'text/plain', body })
const replies = { taken: reply(200, 'success'), refused: reply(400, 'fail') }

/** Alipay writes times as `2026-11-15 12:00:00`, in China. */
const chinaOffsetMs = 8 * 3_600_000
const timeOf = (moment: Date): string =>
  new Date(moment.getTime() + chinaOffsetMs).toISOString().slice(0, 19).replace('T', ' ')
function momentOf(text: string | undefined): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text ?? '')) return undefined
  const moment = new Date(`${text?.replace(' ', 'T')}+08:00`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

export function alipay(config: AlipayConfig, wiring: ProviderWiring): PaymentProvider {
  const { now = () => new Date(), nonce = randomUUID } = wiring
  const baseUrl = wiring.baseUrl ?? config.url ?? defaultBaseUrl

  async function call(target: string, content: object): Promise<SignedAnswer> {
    const method = 'POST'
    const body = JSON.stringify(content)
    const authorization = alipayAuthorization(
      config,
      { method, target, body },
      { now: now(), nonce: nonce() },
    )
    const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' }
    const sent = { method, url: new URL(target, baseUrl), headers, body } as const
    return callSigned(name, sent, wiring.timeoutMs ?? callTimeoutMs, {
      header: 'alipay-signature',
      isSigned: (answered, answer) => isAlipaySigned(config.alipayKey, answered, answer, now()),
    })
  }

  async function query({ merchantOrder }: PaymentRef): Promise<PaymentState> {
    const answer = await askTwice(() => call('/v3/alipay/trade/query', { out_trade_no: merchantOrder }))
    if (answer.code === noTrade) return { state: 'pending' }
    const { success, data: trade } = Trade.safeParse(answer.body)
    if (answer.code !== '' || !success || trade.out_trade_no !== merchantOrder) throw unclear(name, answer)
    // A trade that was given back as a whole is closed, too; the time of its payment tells it apart.
    const isPaid = trade.trade_status !== 'WAIT_BUYER_PAY' && trade.send_pay_date !== undefined
    if (trade.trade_status === 'WAIT_BUYER_PAY') return { state: 'pending' }
    if (trade.trade_status === 'TRADE_CLOSED' && !isPaid) return { state: 'closed' }
    const [amount, paidAt] = [centsOf(trade.total_amount), momentOf(trade.send_pay_date)]
    const isForeign = [trade.pay_currency, trade.trans_currency].some((one) => (one ?? 'CNY') !== 'CNY')
    if (amount === undefined || !paidAt || isForeign) throw unclear(name, answer)
    const payer = trade.buyer_open_id ?? trade.buyer_user_id
    return { state: 'paid', amount, txn: trade.trade_no, paidAt, payer }
  }

  async function queryRefund(request: RefundRequest): Promise<RefundState | { state: 'unknown' }> {
    const { merchantOrder, refundNo, refund } = request
    const asked = { out_trade_no: merchantOrder, out_request_no: refundNo }
    const answer = await askTwice(() => call('/v3/alipay/trade/fastpay/refund/query', asked))
    if (answer.code === noTrade) return { state: 'unknown' }
    const { success, data: found } = FoundRefund.safeParse(answer.body)
    if (answer.code !== '' || !success) throw unclear(name, answer)
    // Without a state, Alipay has not received the refund, or has not done it: the same one may be asked for again.
    if (found.refund_status === undefined) return { state: 'unknown' }
    const isOurs = found.out_trade_no === merchantOrder && found.out_request_no === refundNo
    if (!isOurs || centsOf(found.refund_amount) !== refund) throw unclear(name, answer)
    return { state: found.refund_status === 'REFUND_SUCCESS' ? 'success' : 'processing' }
  }

  return {
    client: 'alipay',
    currency: 'CNY',
    refundsParts: true,
    refundsOnce: true,
    async createQr({ merchantOrder, amount, currency, subject, expiresAt }) {
      if (currency !== 'CNY') throw new Error(`alipay takes no ${currency}`)
      const order = {
        out_trade_no: merchantOrder,
        total_amount: decimalOf(amount),
        subject,
        time_expire: timeOf(expiresAt),
        notify_url: noticeUrl(wiring, 'alipay'),
      }
      const answer = await askTwice(() => call('/v3/alipay/trade/precreate', order))
      const { qr_code: qr, out_trade_no: number } = answer.body
      if (answer.code !== '' || number !== merchantOrder || typeof qr !== 'string')
        throw unclear(name, answer)
      return qr
    },
    query,
    async close(payment) {
      const asked = { out_trade_no: payment.merchantOrder }
      const answer = await askTwice(() => call('/v3/alipay/trade/close', asked))
      // The code was never scanned, and expires with the order. A payment after all is given back.
      if (
        answer.code === noTrade ||
        (answer.code === '' && answer.body['out_trade_no'] === payment.merchantOrder)
      )
        return { state: 'closed' }
      return query(payment)
    },
    async refund(request) {
      const { merchantOrder, refundNo, refund } = request
      const answer = await call('/v3/alipay/trade/refund', {
        out_trade_no: merchantOrder,
        out_request_no: refundNo,
        refund_amount: decimalOf(refund),
      })
      if (answer.code === '') {
        const { success, data } = Refunded.safeParse(answer.body)
        if (!success || data.out_trade_no !== merchantOrder) throw unclear(name, answer)
        if (data.fund_change === 'Y') return { state: 'success' }
        // No money has moved this time: the refund was done before, which the query confirms.
        const known = await queryRefund(request)
        return known.state === 'unknown' ? { state: 'processing' } : known
      }
      if (answer.code === 'ACQ.SELLER_BALANCE_NOT_ENOUGH') throw unclear(name, answer, 'accountShort')
      const plain = plainReasons.get(answer.code)
      const reason = plain ?? finalCodes.get(answer.code)
      if (reason === undefined) throw unclear(name, answer)
      demandSigned(name, answer)
      return { state: 'rejected', why: plain ?? refusalText(answer.body['message'], reason) }
    },
    queryRefund,
    async receive({ body }) {
      return { notice: noticeIn(body), ...replies }
    },
    async probe() {
      const answer = await call('/v3/alipay/trade/query', { out_trade_no: '0'.repeat(32) })
      if (answer.code !== noTrade) throw unclear(name, answer)
      demandSigned(name, answer)
      return answer
    },
  }

  function noticeIn(body: Buffer): Notice | 'forged' | 'malformed' {
    const fields = fieldsIn(body)
    if (!fields || !isNoticeSigned(config.alipayKey, fields)) return 'forged'
    const sent = momentOf(fields.get('notify_time'))
    const age = sent ? now().getTime() - sent.getTime() : Infinity
    if (age > noticeFreshMs || age < -noticeAheadMs) return 'forged'
    const payment = stateIn(fields)
    const merchantOrder = fields.get('out_trade_no')
    return payment && merchantOrder !== undefined ? { merchantOrder, payment } : 'malformed'
  }

  /** What a notice to us says; undefined when it is about another seller or currency, or says nothing. */
  function stateIn(fields: ReadonlyMap<string, string>): PaymentState | undefined {
    const { appId, sellerId } = config
    if (fields.get('app_id') !== appId || fields.get('seller_id') !== sellerId) return undefined
    const currency = fields.get('trans_currency') ?? fields.get('pay_currency') ?? 'CNY'
    const status = fields.get('trade_status')
    if (status === 'WAIT_BUYER_PAY') return { state: 'pending' }
    if (status === 'TRADE_CLOSED') return { state: 'closed' }
    const [amount, paidAt] = [centsOf(fields.get('total_amount')), momentOf(fields.get('gmt_payment'))]
    const txn = fields.get('trade_no') ?? ''
    if (status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED') return undefined
    if (amount === undefined || !paidAt || txn === '' || txn.length > 64 || currency !== 'CNY')
      return undefined
    return {
      state: 'paid',
      amount,
      txn,
      paidAt,
      payer: fields.get('buyer_open_id') ?? fields.get('buyer_id'),
    }
  }
}
