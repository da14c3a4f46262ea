/**
 * Payment providers. Every call may be repeated: a provider knows an order by `merchantOrder` and a refund by
 * `refundNo`, and acts once for each. A time-out is no answer: the caller asks again, and never guesses.
 */
import type { KeyObject } from 'node:crypto'

import type { Currency, OnlineClient, RefundReason } from '@slotwise/contract'

export type PaymentOrder = {
  merchantOrder: string
  amount: number
  currency: Currency
  /** What the customer reads in the wallet. */
  subject: string
  expiresAt: Date
}

export type PaymentState =
  | { state: 'pending' | 'closed' }
  /** `payer` is the provider's own number of the customer, where it names one. */
  | { state: 'paid'; amount: number; txn: string; paidAt: Date; payer?: string | undefined }

/** Where one payment has to be found again. */
export type PaymentRef = { merchantOrder: string; amount: number; currency: Currency }

export type RefundRequest = PaymentRef & { refundNo: string; refund: number }

/**
 * `processing`: accepted, not done yet; `why` where a person has to bring it on. `rejected`: certainly not done; the reason
 * is one of `refundReasonWords` where one fits, with the provider's own text behind it, else that text alone.
 */
export type RefundState =
  | { state: 'success' }
  | { state: 'processing'; why?: RefundReason }
  | { state: 'rejected'; why: string }

/** A provider's message about a payment, after its signature was checked. */
export type Notice = { merchantOrder: string; payment: PaymentState }

/** A line of a provider's statement: money that came in, or went back. */
export type StatementLine = {
  kind: 'pay' | 'refund'
  merchantOrder: string
  /** The number of the refund; empty for payments, and where the provider has none. */
  refundNo: string
  /** The provider's own number. */
  txn: string
  amount: number
  at: Date
}

/** An answer to a provider's message. */
export type Reply = { status: number; contentType: string; body: string }

export type ReceivedNotice = {
  /** `forged`: the signature is wrong, missing or old. `malformed`: it is rightly signed, and no notice all the same. */
  notice: Notice | 'forged' | 'malformed'
  /** What the provider expects as answer once the notice is stored. */
  taken: Reply
  /** The answer to a notice that cannot be believed, or that is about no order of ours. */
  refused: Reply
}

export type PaymentProvider = {
  readonly client: OnlineClient
  readonly currency: Currency
  /** Whether a part of a payment can be given back. */
  readonly refundsParts: boolean
  /** Whether a refund with the same number is done once; otherwise it is asked for once, and then only queried. */
  readonly refundsOnce: boolean
  /** Whether codes are made without asking the provider. */
  readonly makesCodes?: true
  /** Returns the text of the QR code that the customer scans. */
  createQr(order: PaymentOrder): Promise<string>
  query(payment: PaymentRef): Promise<PaymentState>
  /** Tells the provider that the order cannot be paid any more. Returns the state, which may be `paid`. */
  close(payment: PaymentRef): Promise<PaymentState>
  refund(request: RefundRequest): Promise<RefundState>
  /** `unknown`: the provider has never heard of the refund. */
  queryRefund(request: RefundRequest): Promise<RefundState | { state: 'unknown' }>
  /** What came in and went back on a day that is over, in portions. Absent where statements come as files. */
  statement?(day: string): AsyncIterable<readonly StatementLine[]>
  receive(message: { body: Buffer; headers: Readonly<Record<string, string>> }): Promise<ReceivedNotice>
  /**
   * Asks for an order that was never made, which the provider denies only when the configuration is right; throws why it
   * is not. `isSigned`: the answer was signed, which proves the provider's key, too; false only where the provider signs
   * no answers.
   */
  probe?(): Promise<{ isSigned: boolean }>
}

/** The providers of this installation, by client; a client without one is not offered. */
export type Payments = Readonly<Partial<Record<OnlineClient, PaymentProvider>>>

/** What an account of a merchant or an agent consists of. The host is never theirs to choose. */
export type AccountConfig =
  | { provider: 'wechat'; config: WechatPayConfig }
  | { provider: 'alipay'; config: Omit<AlipayConfig, 'url'> }
  | { provider: 'gkash'; config: Omit<GkashConfig, 'url'> }

/** Makes the adapters of such accounts. */
export type AccountProviders = {
  /** Whether accounts at this provider can be used in this installation. */
  offers(provider: OnlineClient): boolean
  /** `noticeKey` ends the address of the account's notices. Undefined where the provider is not offered. */
  make(account: AccountConfig, noticeKey: string): PaymentProvider | undefined
}

export type WechatPayConfig = {
  appId: string
  mchId: string
  /** The merchant's own certificate: its serial number, and its key. */
  serial: string
  privateKey: KeyObject
  /** The APIv3 key, which seals the content of notices. */
  apiKey: string
  /** Keys of WeChat Pay by serial number or public key number; two while one replaces the other. */
  platformKeys: ReadonlyMap<string, KeyObject>
  /** The number of the public key, where WeChat Pay signs with one instead of a certificate. */
  publicKeyId: string | undefined
}

export type AlipayConfig = {
  appId: string
  /** The merchant's own number at Alipay (2088…). Notices about other sellers are not believed. */
  sellerId: string
  privateKey: KeyObject
  /** The key of Alipay, not the one of the merchant's application. */
  alipayKey: KeyObject
  /** Another address than that of production, such as their sandbox. */
  url: string | undefined
}

export type GkashConfig = {
  /** The merchant's number at GKash, such as M102-U-999. */
  cid: string
  key: string
  /** The address of GKash's interface. */
  url: string
}

/** Without any of them, payments are offered by the sandbox, or not at all. */
export type PaymentsConfig = {
  wechat?: WechatPayConfig
  alipay?: AlipayConfig
  gkash?: GkashConfig
  /** Where accounts of merchants and agents are asked. Without it, GKash takes none of them. */
  gkashUrl?: string
}
