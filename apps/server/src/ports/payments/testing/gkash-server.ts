/** GKash on the loopback interface: checks calls as its documentation says. It keeps no number of a refund: each is another. */
import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { PayForm } from '../gkash.ts'
import { centsOf, decimalOf } from '../money-text.ts'
import type { GkashConfig } from '../payments.ts'
import type { Message, NoticeChange } from './provider-behaviour.ts'
import { type BookedPayment, ProviderLedger } from './provider-ledger.ts'
import {
  type Answer,
  type Operation,
  providerServer,
  type ProviderRequest,
  type ProviderServer,
} from './provider-server.ts'

const sha512 = (...parts: string[]): string =>
  createHash('sha512').update(parts.join(';').toUpperCase()).digest('hex')
const digits = (amount: string): string => amount.replaceAll(/\D/g, '')

const Call = z.strictObject({
  version: z.enum(['1.3.0', '1.3.1']),
  CID: z.string(),
  cartid: z.string(),
  currency: z.literal('MYR'),
  amount: z.string().regex(/^\d+\.\d\d$/),
  signature: z.string(),
})
const Form = z.strictObject({
  version: z.literal('1.5.5'),
  CID: z.string(),
  v_cartid: z.string().regex(/^[\w.-]{1,64}$/),
  v_currency: z.literal('MYR'),
  v_amount: z.string().regex(/^\d+\.\d\d$/),
  signature: z.string(),
  returnurl: z.string().startsWith('https://'),
  callbackurl: z.string().startsWith('https://'),
})

export type GkashServer = ProviderServer & {
  config: GkashConfig
  ledger: ProviderLedger
  /** What the next refund is answered with instead of being done. */
  refuseRefund: string | undefined
  /** Posts the form of a customer, and pays. */
  pay(form: PayForm): boolean
  noticeOf(order: string, change?: NoticeChange): Message
}

const failure = (status: number, description: string): Answer => ({
  status,
  content: { status: '99 - Error', description },
})

export async function gkashServer(now: () => Date): Promise<GkashServer> {
  const config: GkashConfig = { cid: 'M102-U-999', key: 'key-of-the-Shop', url: 'https://gkash.invalid' }
  const ledger = new ProviderLedger()
  const failed = new Set<string>()

  function refuse({ headers, body }: ProviderRequest): Answer | undefined {
    const { success, data } = Call.safeParse(JSON.parse(body))
    if (!success || headers['content-type'] !== 'application/json') return failure(400, 'Invalid request')
    if (data.CID !== config.cid) return failure(400, 'Invalid CID')
    const right = sha512(config.key, data.CID, data.cartid, digits(data.amount), data.currency)
    return data.signature === right ? undefined : failure(400, 'Invalid signature')
  }

  function operationOf({ method, target }: ProviderRequest): Operation | undefined {
    if (method !== 'POST') return undefined
    return { '/api/payment/query': 'query', '/api/payment/refund': 'refund' }[target] as Operation | undefined
  }

  const stateOf = (payment: BookedPayment): string =>
    ({ pending: '11 - Pending', closed: '66 - Failed', paid: '88 - Transferred' })[payment.state]

  function act(operation: Operation, { body }: ProviderRequest): Answer {
    const { cartid } = JSON.parse(body) as { cartid: string }
    const payment = ledger.payments.get(cartid)
    if (!payment) return failure(200, 'Transaction not found')
    const about = {
      description: 'SUCCESS',
      CID: config.cid,
      POID: `M102-PO-${payment.txn}`,
      cartid,
      currency: payment.currency,
      amount: decimalOf(payment.amount),
    }
    if (operation === 'refund') return refund(payment, about)
    const [refunded] = payment.refunds
    const refundstatus = refunded
      ? '00 - Refund Successful'
      : failed.has(cartid)
        ? '01 - Refund Failed'
        : null
    return { status: 200, content: { ...about, status: stateOf(payment), refundstatus } }
  }

  function refund(payment: BookedPayment, about: object): Answer {
    const why = server.refuseRefund
    server.refuseRefund = undefined
    const no = `G${payment.refunds.length}`
    const isDone =
      why === undefined && ledger.refund(payment, { no, amount: payment.amount, state: 'success' })
    if (isDone) return { status: 200, content: { ...about, status: '00 - Refund Successful' } }
    failed.add(payment.order)
    return {
      status: 200,
      content: { ...about, status: '01 - Refund Failed', description: why ?? 'Refunded' },
    }
  }

  function noticeOf(number: string, change: NoticeChange = {}): Message {
    const payment = ledger.payments.get(number)
    if (!payment) throw new Error('no such payment')
    const { signature, state } = change
    const key = signature === 'key of another' ? 'another' : config.key
    const fields: Record<string, string> = {
      CID: change.merchant ?? config.cid,
      POID: `M102-PO-${payment.txn}`,
      cartid: number,
      currency: change.currency ?? payment.currency,
      amount: decimalOf(change.amount ?? payment.amount),
      status: state ? { pending: '11 - Pending', closed: '66 - Failed' }[state] : '88 - Transferred',
    }
    const { CID = '', POID = '', cartid = '', amount = '', currency = '', status = '' } = fields
    const right = sha512(key, CID, POID, cartid, digits(amount), currency, status)
    if (signature !== 'no signature')
      fields['signature'] = signature === 'wrong signature' ? `0${right.slice(1)}` : right
    if (signature === 'wrong signature' && fields['signature'] === right)
      fields['signature'] = `1${right.slice(1)}`
    if (signature === 'tampered') fields['amount'] = '0.01'
    const body = Buffer.from(new URLSearchParams(fields).toString())
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  }

  function falsify(content: object, fault: string): object {
    if (fault === 'another order') return { ...content, cartid: `${'9'.repeat(24)}00000001` }
    if (fault === 'wrong amount') return { ...content, amount: '0.01' }
    return fault === 'wrong currency' ? { ...content, currency: 'USD' } : content
  }

  const base = await providerServer({
    operationOf,
    refuse,
    act,
    finalCode: 'ERROR',
    sign: () => ({}),
    falsify,
  })
  const server: GkashServer = {
    ...base,
    config,
    ledger,
    refuseRefund: undefined,
    pay({ action, fields }) {
      const form = Form.safeParse(fields)
      if (!action.endsWith('/api/PaymentForm.aspx') || !form.success) throw new Error('not a form of GKash')
      const { CID, v_cartid: cartid, v_amount: amount, v_currency: currency, signature } = form.data
      if (CID !== config.cid || signature !== sha512(config.key, CID, cartid, digits(amount), currency))
        throw new Error('Invalid signature')
      ledger.open(cartid, centsOf(amount) ?? 0, currency)
      return ledger.pay(cartid, now())
    },
    noticeOf,
  }
  return server
}
