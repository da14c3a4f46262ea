/**
 * GKash, Malaysia. A customer pays on GKash's own page, which is opened by a form, so the code to scan opens a page of
 * this server that posts the form (`http/gkash-page.ts`). GKash has neither a number for a refund nor parts nor a way to
 * close an order: a refund is preceded by a question and never repeated, and an order that ended is not shown a form any
 * more. Its answers are not signed; https names the sender, and each must repeat the merchant, the order, the amount and
 * the currency.
 */
import { z } from 'zod'

import { fieldsIn } from './form-fields.ts'
import { type GkashNotice, gkashNoticeSignature, gkashSignature, isSameDigest } from './gkash-signature.ts'
import { centsOf, decimalOf } from './money-text.ts'
import type {
  GkashConfig,
  Notice,
  PaymentProvider,
  PaymentRef,
  PaymentState,
  RefundState,
  Reply,
} from './payments.ts'
import {
  askTwice,
  callProvider,
  callTimeoutMs,
  NoAnswer,
  NotAsked,
  noticeUrl,
  objectIn,
  type ProviderWiring,
  refusalText,
} from './provider-http.ts'

/** A form that the browser of a customer posts to GKash. */
export type PayForm = { action: string; fields: Readonly<Record<string, string>> }

export type GkashProvider = PaymentProvider & { payForm(payment: PaymentRef): PayForm }

const name = 'GKash'
const paid = '88 - Transferred'
const states: Record<string, 'paid' | 'closed' | 'pending'> = {
  [paid]: 'paid',
  '66 - Failed': 'closed',
  '11 - Pending': 'pending',
}

const Found = z.object({
  CID: z.string(),
  POID: z.string().min(1).max(64),
  cartid: z.string(),
  currency: z.string(),
  amount: z.string(),
  status: z.string(),
  refundstatus: z.string().nullish(),
  description: z.string().nullish(),
})
type Payment = z.output<typeof Found>

const reply = (status: number, body: string): Reply => ({ status, contentType: 'text/plain', body })
const replies = { taken: reply(200, 'OK'), refused: reply(400, 'FAIL') }

export function gkash(config: GkashConfig, wiring: ProviderWiring): GkashProvider {
  const { now = () => new Date() } = wiring
  const baseUrl = wiring.baseUrl ?? config.url

  /** What GKash says of a payment; undefined when it has none of this number. */
  async function call(path: string, version: string, payment: PaymentRef): Promise<Payment | undefined> {
    const { merchantOrder, amount, currency } = payment
    const body = JSON.stringify({
      version,
      CID: config.cid,
      cartid: merchantOrder,
      currency,
      amount: decimalOf(amount),
      signature: gkashSignature(config, payment),
    })
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const sent = { method: 'POST', url: new URL(path, baseUrl), headers, body } as const
    const answer = await callProvider(name, sent, wiring.timeoutMs ?? callTimeoutMs)
    const content = objectIn(name, answer.body)
    const { success, data: found } = Found.safeParse(content)
    if (!success) {
      if (isUnknown(answer.status, content)) return undefined
      throw new NoAnswer(`${name} answers HTTP ${answer.status} without a payment`)
    }
    const isOurs = found.CID === config.cid && found.cartid === merchantOrder && found.currency === currency
    if (!isOurs) throw new NoAnswer(`the answer of ${name} is about another payment`)
    return found
  }

  const find = (payment: PaymentRef) => askTwice(() => call('/api/payment/query', '1.3.0', payment))

  async function query(payment: PaymentRef): Promise<PaymentState> {
    const found = await find(payment)
    // GKash hears of an order when a customer opens its page.
    return found ? stateIn(found) : { state: 'pending' }
  }

  function stateIn({ status, amount: text, POID: txn }: Payment): PaymentState {
    const [state, amount] = [states[status], centsOf(text.replaceAll(',', ''))]
    if (state === undefined || amount === undefined) throw new NoAnswer(`${name} names an unknown state`)
    // GKash does not say when it was paid.
    return state === 'paid' ? { state, amount, txn: txn.toUpperCase(), paidAt: now() } : { state }
  }

  return {
    client: 'gkash',
    currency: 'MYR',
    refundsParts: false,
    refundsOnce: false,
    makesCodes: true,
    async createQr({ merchantOrder, currency }) {
      if (currency !== 'MYR') throw new Error(`gkash takes no ${currency}`)
      return `${wiring.origin}/pay/gkash/${merchantOrder}`
    },
    payForm: (payment) => ({
      action: new URL('/api/PaymentForm.aspx', baseUrl).href,
      fields: {
        version: '1.5.5',
        CID: config.cid,
        v_cartid: payment.merchantOrder,
        v_currency: payment.currency,
        v_amount: decimalOf(payment.amount),
        signature: gkashSignature(config, payment),
        returnurl: `${wiring.origin}/pay/gkash/${payment.merchantOrder}`,
        callbackurl: noticeUrl(wiring, 'gkash'),
      },
    }),
    query,
    async close(payment) {
      const found = await find(payment)
      // One that is on its way may still be paid: it is asked for again.
      return found ? stateIn(found) : { state: 'closed' }
    },
    async refund(request) {
      if (request.refund !== request.amount) return { state: 'rejected', why: 'wholeOnly' }
      // A refund that was made before, even by hand in GKash's portal, must not be made again.
      const found = await find(request).catch((error: unknown) => {
        const kind = error instanceof NoAnswer ? error.kind : undefined
        throw new NotAsked(`${name} was not asked for a refund`, kind, { cause: error })
      })
      // A refunded payment may have another status than a paid one.
      const known = found && refundOf(found)
      if (known?.state === 'success' || known?.state === 'processing') return known
      if (found && states[found.status] === 'pending')
        throw new NotAsked(`${name} was not asked for a refund of a payment that is not done`, 'refused')
      if (found?.status !== paid) return { state: 'rejected', why: 'unknownPayment' }
      const content = await call('/api/payment/refund', '1.3.1', request)
      const isWhole = content && centsOf(content.amount.replaceAll(',', '')) === request.refund
      if (!isWhole) throw new NoAnswer(`${name} does not say what became of a refund`)
      if (content.status.startsWith('00')) return { state: 'success' }
      if (!content.status.startsWith('01')) throw new NoAnswer(`${name} names an unknown state`)
      return { state: 'rejected', why: refusalText(content.description) }
    },
    async queryRefund(request) {
      const found = await find(request)
      return (found && refundOf(found)) ?? { state: 'unknown' }
    },
    async receive({ body }) {
      return { notice: noticeIn(body), ...replies }
    },
    async probe() {
      const found = await call('/api/payment/query', '1.3.0', {
        merchantOrder: '0'.repeat(32),
        amount: 100,
        currency: 'MYR',
      })
      if (found) throw new NoAnswer(`${name} knows a payment that was never made`)
      return { isSigned: false }
    },
  }

  function noticeIn(body: Buffer): Notice | 'forged' | 'malformed' {
    const fields = fieldsIn(body)
    const field = (key: string): string => fields?.get(key) ?? ''
    const amount = centsOf(field('amount').replaceAll(',', ''))
    if (!fields || amount === undefined) return 'forged'
    const notice: GkashNotice = {
      poid: field('POID'),
      merchantOrder: field('cartid'),
      amount,
      currency: field('currency'),
      status: field('status'),
    }
    if (!isSameDigest(gkashNoticeSignature(config, notice), field('signature'))) return 'forged'
    const { merchantOrder, currency, status } = notice
    const [state, txn] = [states[status], notice.poid.toUpperCase()]
    // The signature ignores case and ends with the state, so the other parts must be exactly as GKash writes them.
    const isWhole = field('CID') === config.cid && /^[\w-]{1,64}$/.test(txn) && /^\d{32}$/.test(merchantOrder)
    if (!isWhole || currency !== 'MYR' || state === undefined) return 'malformed'
    const payment: PaymentState = state === 'paid' ? { state, amount, txn, paidAt: now() } : { state }
    return { merchantOrder, payment }
  }
}

/** What became of the refund of a payment; undefined when none was asked for. */
function refundOf({ refundstatus: status, description }: Payment): RefundState | undefined {
  if (!status) return undefined
  if (status.startsWith('00')) return { state: 'success' }
  return status.startsWith('01')
    ? { state: 'rejected', why: refusalText(description) }
    : { state: 'processing' }
}

/** Whether GKash says that it has no such payment: an error without a number of its own that is not about our key. */
function isUnknown(status: number, content: Record<string, unknown>): boolean {
  const text = [content['status'], content['description']]
    .filter((part) => typeof part === 'string')
    .join(' ')
  return (
    !content['POID'] &&
    !/signature|unauthori[sz]ed|invalid cid/i.test(text) &&
    (status === 404 || /^99\b|not (found|exist)/i.test(text))
  )
}

/** Whether customers pay at this provider by a form of GKash; the sandbox has a page of its own. */
export const paysByForm = (provider: PaymentProvider): provider is GkashProvider => 'payForm' in provider
