/**
 * WeChat Pay v3, native orders of a mainland merchant: one signed call for each question. Every answer with a status of
 * success must be signed by WeChat Pay, and so must the refusal of a refund; another error may come unsigned, as their
 * gateway sends some, but a signature that is there must be right. A refund is done once for its number, so it is asked for again only after a question.
 */
import { randomUUID } from 'node:crypto'

import { type RefundReason, requiredText } from '@slotwise/contract'
import { z } from 'zod'

import { jsonIn } from '../../kernel/json-in.ts'
import type {
  Notice,
  PaymentProvider,
  PaymentRef,
  PaymentState,
  RefundRequest,
  RefundState,
  Reply,
  WechatPayConfig,
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
import { isWechatSigned, openResource, wechatAuthorization } from './wechat-signature.ts'

const name = 'WeChat Pay'
const defaultBaseUrl = 'https://api.mch.weixin.qq.com'

/**
 * Codes of the documentation of refunds after which a refund was certainly not done. Any other code, such as that of a
 * proxy, says nothing about it: a refund that counts as refused by mistake is asked for again under another number.
 */
const finalCodes = new Map<string, RefundReason>([
  ['USER_ACCOUNT_ABNORMAL', 'customerAccount'],
  ['NO_AUTH', 'noRight'],
  ['INVALID_REQUEST', 'notRefundable'],
  ['PARAM_ERROR', 'notRefundable'],
  ['MCH_NOT_EXISTS', 'noRight'],
])
/** Of a refund that is asked for: its payment is unknown. Of one that is asked about: the refund is. */
const unknownRefund = 'RESOURCE_NOT_EXISTS'
const unknownOrder = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST', unknownRefund])

const Amount = z.object({ total: z.int().min(0).max(2_147_483_647), currency: z.string().default('CNY') })
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.enum([
    'SUCCESS',
    'REFUND',
    'NOTPAY',
    'CLOSED',
    'REVOKED',
    'USERPAYING',
    'PAYERROR',
    'ACCEPT',
  ]),
  transaction_id: requiredText(64).optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  payer: z.object({ openid: z.string().max(128).optional() }).optional(),
  amount: Amount.optional(),
})
const Refund = z.object({
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
  amount: z.object({ refund: z.int(), currency: z.string().default('CNY') }),
})
const NoticeText = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal('AEAD_AES_256_GCM'),
    ciphertext: z.string(),
    nonce: z.string().max(64),
    associated_data: z.string().default(''),
  }),
})

const reply = (status: number, code: string): Reply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code, message: code === 'SUCCESS' ? '' : 'not accepted' }),
})
const replies = { taken: reply(200, 'SUCCESS'), refused: reply(400, 'FAIL') }

export function wechatPay(config: WechatPayConfig, wiring: ProviderWiring): PaymentProvider {
  const { baseUrl = defaultBaseUrl, now = () => new Date(), nonce = randomUUID } = wiring
  const { appId: appid, mchId: mchid } = config

  async function call(method: 'GET' | 'POST', target: string, content?: object): Promise<SignedAnswer> {
    const body = content === undefined ? '' : JSON.stringify(content)
    const authorization = wechatAuthorization(
      config,
      { method, target, body },
      { now: now(), nonce: nonce().replaceAll('-', '').slice(0, 32) },
    )
    const headers = {
      authorization,
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'Slotwise',
      ...(config.publicKeyId === undefined ? {} : { 'wechatpay-serial': config.publicKeyId }),
    }
    const sent = { method, url: new URL(target, baseUrl), headers, body }
    return callSigned(name, sent, wiring.timeoutMs ?? callTimeoutMs, {
      header: 'wechatpay-signature',
      isSigned: (answered, answer) => isWechatSigned(config.platformKeys, answered, answer, now()),
    })
  }

  const orderPath = (merchantOrder: string): string =>
    `/v3/pay/transactions/out-trade-no/${encodeURIComponent(merchantOrder)}`

  /** What a transaction of ours says; undefined when it is another merchant's or in another currency. */
  function stateIn(transaction: z.output<typeof Transaction>): PaymentState | undefined {
    const { trade_state: state, amount, transaction_id: txn, success_time: at, payer } = transaction
    if (transaction.appid !== appid || transaction.mchid !== mchid) return undefined
    if (state === 'CLOSED' || state === 'REVOKED') return { state: 'closed' }
    // A refunded payment was paid; what was given back is asked for by the number of the refund.
    if (state !== 'SUCCESS' && state !== 'REFUND') return { state: 'pending' }
    if (!amount || amount.currency !== 'CNY' || txn === undefined || at === undefined) return undefined
    return { state: 'paid', amount: amount.total, txn, paidAt: new Date(at), payer: payer?.openid }
  }

  async function query({ merchantOrder }: PaymentRef): Promise<PaymentState> {
    const answer = await askTwice(() => call('GET', `${orderPath(merchantOrder)}?mchid=${mchid}`))
    if (unknownOrder.has(answer.code)) return { state: 'closed' }
    const transaction = Transaction.safeParse(answer.body)
    const isOurs = transaction.data?.out_trade_no === merchantOrder
    const state = isOurs && transaction.success ? stateIn(transaction.data) : undefined
    if (!state) throw unclear(name, answer)
    return state
  }

  function refundStateIn(answer: SignedAnswer, request: RefundRequest): RefundState {
    const { success, data } = Refund.safeParse(answer.body)
    if (!success || data.out_refund_no !== request.refundNo || data.out_trade_no !== request.merchantOrder)
      throw unclear(name, answer)
    if (data.amount.refund !== request.refund || data.amount.currency !== 'CNY') throw unclear(name, answer)
    if (data.status === 'CLOSED') return { state: 'rejected', why: 'refused' }
    // The money has left the merchant and did not reach the customer: a person ends it in the merchant platform.
    if (data.status === 'ABNORMAL') return { state: 'processing', why: 'abnormal' }
    return { state: data.status === 'SUCCESS' ? 'success' : 'processing' }
  }

  return {
    client: 'wechat',
    currency: 'CNY',
    refundsParts: true,
    refundsOnce: true,
    async createQr({ merchantOrder, amount, currency, subject, expiresAt }) {
      if (currency !== 'CNY') throw new Error(`wechat takes no ${currency}`)
      const order = {
        appid,
        mchid,
        description: subject,
        out_trade_no: merchantOrder,
        time_expire: expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        notify_url: noticeUrl(wiring, 'wechat'),
        amount: { total: amount, currency },
      }
      const answer = await askTwice(() => call('POST', '/v3/pay/transactions/native', order))
      const { code_url: qr } = answer.body
      if (answer.code !== '' || typeof qr !== 'string' || qr === '') throw unclear(name, answer)
      return qr
    },
    query,
    async close(payment) {
      const target = `${orderPath(payment.merchantOrder)}/close`
      const answer = await askTwice(() => call('POST', target, { mchid }))
      if (answer.code === '' || unknownOrder.has(answer.code)) return { state: 'closed' }
      return query(payment)
    },
    async refund(request) {
      const { merchantOrder, refundNo, refund, amount, currency } = request
      const answer = await call('POST', '/v3/refund/domestic/refunds', {
        out_trade_no: merchantOrder,
        out_refund_no: refundNo,
        amount: { refund, total: amount, currency },
      })
      if (answer.code === '') return refundStateIn(answer, request)
      if (answer.code === 'NOT_ENOUGH') throw unclear(name, answer, 'accountShort')
      const isUnknown = answer.code === unknownRefund
      const reason = finalCodes.get(answer.code)
      if (!isUnknown && reason === undefined) throw unclear(name, answer)
      demandSigned(name, answer)
      const why = isUnknown ? 'unknownPayment' : refusalText(answer.body['message'], reason)
      return { state: 'rejected', why }
    },
    async queryRefund(request) {
      const target = `/v3/refund/domestic/refunds/${encodeURIComponent(request.refundNo)}`
      const answer = await askTwice(() => call('GET', target))
      if (answer.code === unknownRefund) return { state: 'unknown' }
      return refundStateIn(answer, request)
    },
    async receive({ body, headers }) {
      const isTrue = isWechatSigned(config.platformKeys, headers, body, now())
      return { notice: isTrue ? noticeIn(body) : 'forged', ...replies }
    },
    async probe() {
      const answer = await call('GET', `${orderPath('0'.repeat(32))}?mchid=${mchid}`)
      if (!unknownOrder.has(answer.code)) throw unclear(name, answer)
      demandSigned(name, answer)
      return answer
    },
  }

  /** Reads a notice whose signature is right. */
  function noticeIn(body: Buffer): Notice | 'malformed' {
    const text = NoticeText.safeParse(jsonIn(body))
    const opened = text.success ? openResource(config.apiKey, text.data.resource) : undefined
    const transaction = opened && Transaction.safeParse(jsonIn(opened))
    const payment = transaction?.success ? stateIn(transaction.data) : undefined
    return payment && transaction?.success
      ? { merchantOrder: transaction.data.out_trade_no, payment }
      : 'malformed'
  }
}
