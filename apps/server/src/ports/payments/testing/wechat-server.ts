/** WeChat Pay v3 on the loopback interface: checks calls as their documentation says, with keys made for the test. */
import {
  createCipheriv,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'

import { z } from 'zod'

import type { WechatPayConfig } from '../payments.ts'
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

const clockSkewMs = 5 * 60_000

const Order = z.strictObject({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[\w\-*|]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: z.string().regex(/^https:\/\/[^?]+$/),
  amount: z.strictObject({ total: z.int().min(1), currency: z.literal('CNY') }),
})
const RefundOrder = z.strictObject({
  out_trade_no: z.string(),
  out_refund_no: z.string().regex(/^[\w\-|*@]{1,64}$/),
  amount: z.strictObject({ refund: z.int().min(1), total: z.int(), currency: z.literal('CNY') }),
})

export type WechatServer = ProviderServer & {
  config: WechatPayConfig
  ledger: ProviderLedger
  /** What refunds are when they are accepted. */
  refundsAre: 'SUCCESS' | 'PROCESSING' | 'ABNORMAL' | 'CLOSED'
  /** An error that the next refund is answered with. */
  refuseRefund: { status: number; code: string; message: string } | undefined
  /** Signs by another of its keys from now on. */
  signBy(serial: string): void
  noticeOf(order: string, change?: NoticeChange): Message
}

const failure = (status: number, code: string, message = 'no'): Answer => ({
  status,
  content: { code, message },
})

export async function wechatServer(
  now: () => Date,
  mode: 'public key' | 'certificate' = 'public key',
): Promise<WechatServer> {
  const merchant = makeKeys()
  const stranger = makeKeys()
  const publicKeyId = mode === 'public key' ? 'PUB_KEY_ID_0112345678' : undefined
  const certificate = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
  const pairs = new Map<string, { publicKey: KeyObject; privateKey: KeyObject }>([[certificate, makeKeys()]])
  if (publicKeyId !== undefined) pairs.set(publicKeyId, makeKeys())
  let serial = publicKeyId ?? certificate
  const config: WechatPayConfig = {
    appId: 'wxd678efh567hg6787',
    mchId: '1900007291',
    serial: '408B07E79B8269FEC3D5D3E6AB8ED163A6A380DB',
    privateKey: merchant.privateKey,
    apiKey: randomBytes(16).toString('hex'),
    platformKeys: new Map([...pairs].map(([name, { publicKey }]) => [name, publicKey])),
    publicKeyId,
  }
  const ledger = new ProviderLedger()
  const usedNonces = new Set<string>()

  function refuse({ method, target, headers, body }: ProviderRequest): Answer | undefined {
    const wrong = failure(401, 'SIGN_ERROR')
    const [, list = ''] = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(String(headers['authorization'])) ?? []
    const fields = Object.fromEntries(
      list.split(/,(?=[a-z_]+=")/).map((field) => {
        const [, name = '', value = ''] = /^([a-z_]+)="(.*)"$/.exec(field) ?? []
        return [name, value]
      }),
    )
    const { mchid, nonce_str: nonce = '', signature = '', timestamp = '', serial_no: own } = fields
    if (mchid !== config.mchId || own !== config.serial) return wrong
    if (Math.abs(Number(timestamp) * 1_000 - now().getTime()) > clockSkewMs) return wrong
    if (!/^\w{1,32}$/.test(nonce) || usedNonces.has(nonce)) return wrong
    usedNonces.add(nonce)
    const signed = Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n${body}\n`)
    if (!verify('sha256', signed, merchant.publicKey, Buffer.from(signature, 'base64'))) return wrong
    if (publicKeyId !== undefined && headers['wechatpay-serial'] !== publicKeyId) return wrong
    if (!headers['user-agent'] || headers['accept'] !== 'application/json') return failure(400, 'PARAM_ERROR')
    return undefined
  }

  function operationOf({ method, target }: ProviderRequest): Operation | undefined {
    if (target === '/v3/pay/transactions/native') return method === 'POST' ? 'create' : undefined
    if (target.startsWith('/v3/pay/transactions/out-trade-no/'))
      return method === 'POST' && target.endsWith('/close') ? 'close' : 'query'
    if (target === '/v3/refund/domestic/refunds') return method === 'POST' ? 'refund' : undefined
    return target.startsWith('/v3/refund/domestic/refunds/') ? 'queryRefund' : undefined
  }

  const numberIn = (target: string): string => decodeURIComponent(target.split(/[/?]/)[5] ?? '')

  function act(operation: Operation, { target, body }: ProviderRequest): Answer {
    const content: unknown = body === '' ? undefined : JSON.parse(body)
    if (operation === 'create') return create(content)
    if (operation === 'refund') return refund(content)
    if (operation === 'queryRefund') return findRefund(numberIn(target))
    const payment = ledger.payments.get(numberIn(target))
    if (!payment) return failure(404, 'ORDER_NOT_EXIST')
    if (operation === 'query') return { status: 200, content: transactionOf(payment) }
    if (payment.state === 'paid') return failure(400, 'ORDERPAID')
    ledger.close(payment.order)
    return { status: 204, content: undefined }
  }

  function create(content: unknown): Answer {
    const order = Order.safeParse(content)
    if (!order.success || order.data.mchid !== config.mchId || order.data.appid !== config.appId)
      return failure(400, 'PARAM_ERROR')
    const { out_trade_no: number, amount } = order.data
    const payment = ledger.open(number, amount.total, amount.currency)
    if (payment?.state !== 'pending') return failure(403, payment ? 'ORDERPAID' : 'OUT_TRADE_NO_USED')
    return { status: 200, content: { code_url: `weixin://wxpay/bizpayurl?pr=${number}` } }
  }

  function refund(content: unknown): Answer {
    const { refuseRefund } = server
    server.refuseRefund = undefined
    if (refuseRefund) return failure(refuseRefund.status, refuseRefund.code, refuseRefund.message)
    const order = RefundOrder.safeParse(content)
    if (!order.success) return failure(400, 'PARAM_ERROR')
    const { out_trade_no: number, out_refund_no: no, amount } = order.data
    const payment = ledger.payments.get(number)
    if (!payment || payment.state !== 'paid') return failure(404, 'RESOURCE_NOT_EXISTS')
    if (payment.amount !== amount.total) return failure(400, 'INVALID_REQUEST')
    const known = payment.refunds.find((one) => one.no === no)
    if (known && known.amount !== amount.refund) return failure(400, 'INVALID_REQUEST')
    const state = { SUCCESS: 'success', CLOSED: 'closed' }[server.refundsAre as string] ?? 'processing'
    const entry = { no, amount: amount.refund, state: state as 'success' | 'closed' | 'processing' }
    if (!known && !ledger.refund(payment, entry))
      return failure(400, 'INVALID_REQUEST', '退款金额大于可退金额')
    return findRefund(no)
  }

  function findRefund(no: string): Answer {
    for (const payment of ledger.payments.values()) {
      const found = payment.refunds.find((one) => one.no === no)
      if (!found) continue
      const abnormal = found.state === 'processing' && server.refundsAre === 'ABNORMAL'
      const status = abnormal ? 'ABNORMAL' : found.state.toUpperCase()
      const amount = { refund: found.amount, total: payment.amount, currency: payment.currency }
      const content = { refund_id: `50${no}`, out_refund_no: no, out_trade_no: payment.order, status, amount }
      // A refund that is on its way is done when it is asked for again.
      if (found.state === 'processing' && !abnormal && server.refundsAre !== 'PROCESSING')
        found.state = 'success'
      return { status: 200, content }
    }
    return failure(404, 'RESOURCE_NOT_EXISTS')
  }

  function transactionOf(payment: BookedPayment, { amount, currency, merchant: mchid }: NoticeChange = {}) {
    const { state, paidAt, txn, refunds } = payment
    const paid = refunds.length > 0 ? 'REFUND' : 'SUCCESS'
    return {
      appid: config.appId,
      mchid: mchid ?? config.mchId,
      out_trade_no: payment.order,
      trade_state: { pending: 'NOTPAY', closed: 'CLOSED', paid }[state],
      trade_state_desc: 'x',
      amount: {
        total: amount ?? payment.amount,
        payer_total: payment.amount,
        currency: currency ?? payment.currency,
      },
      ...(paidAt && {
        transaction_id: txn,
        trade_type: 'NATIVE',
        bank_type: 'OTHERS',
        success_time: paidAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
        payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
      }),
    }
  }

  function signed(body: string, fault?: SignatureFault): Record<string, string> {
    if (fault === 'no signature') return {}
    const age = fault === 'stale time' ? 300 : 0
    const timestamp = String(Math.floor(now().getTime() / 1_000) - age)
    const nonce = randomUUID().replaceAll('-', '')
    const { privateKey: key } = (fault === 'key of another' ? undefined : pairs.get(serial)) ?? stranger
    const text = Buffer.from(`${timestamp}\n${nonce}\n${body}${fault === 'wrong signature' ? ' ' : ''}\n`)
    return {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': serial,
      'wechatpay-signature': sign('sha256', text, key).toString('base64'),
    }
  }

  function noticeOf(number: string, change: NoticeChange = {}): Message {
    const payment = ledger.payments.get(number)
    if (!payment) throw new Error('no such payment')
    const shown =
      change.state === undefined ? payment : { ...payment, state: change.state, paidAt: undefined }
    const nonce = randomUUID().slice(0, 12)
    const cipher = createCipheriv('aes-256-gcm', config.apiKey, nonce)
    cipher.setAAD(Buffer.from('transaction'))
    const sealed = [cipher.update(JSON.stringify(transactionOf(shown, change)), 'utf8'), cipher.final()]
    const body = JSON.stringify({
      id: randomUUID(),
      create_time: now().toISOString(),
      resource_type: 'encrypt-resource',
      event_type: 'TRANSACTION.SUCCESS',
      summary: '支付成功',
      resource: {
        original_type: 'transaction',
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64'),
        associated_data: 'transaction',
        nonce,
      },
    })
    const { signature } = change
    const headers = signed(body, signature === 'tampered' ? undefined : signature)
    const sent = signature === 'tampered' ? body.replace('encrypt-resource', 'encrypt_resource') : body
    return { body: Buffer.from(sent), headers: { 'content-type': 'application/json', ...headers } }
  }

  function falsify(content: object, fault: string): object {
    const { amount } = content as { amount?: object }
    const all = structuredClone(content) as Record<string, unknown>
    if (fault === 'another order') return { ...all, out_trade_no: `${'9'.repeat(24)}00000001` }
    if (!amount) return all
    const other = 'refund' in amount ? { refund: 1 } : { total: 1 }
    if (fault === 'wrong amount') return { ...all, amount: { ...amount, ...other } }
    return fault === 'wrong currency' ? { ...all, amount: { ...amount, currency: 'USD' } } : all
  }

  const base = await providerServer({ operationOf, refuse, act, finalCode: 'NO_AUTH', sign: signed, falsify })
  const server: WechatServer = {
    ...base,
    config,
    ledger,
    refundsAre: 'SUCCESS',
    refuseRefund: undefined,
    signBy(name) {
      serial = name
    },
    noticeOf,
  }
  return server
}
