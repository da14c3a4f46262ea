/**
 * The sandbox: stands for the payment providers where none is configured. It is a remote party with books of its own and
 * does what a provider does: it knows a payment by its number, lets a buyer pay it once, gives back at most what was
 * paid, and sends signed notices until they are answered. It can be told to misbehave (`Manners`), by the operator, too
 * (`npm run ops -- sandbox payments`).
 *
 *   pending ──► paid     the buyer paid
 *      └──────► closed   the merchant closed it, or the buyer cancelled
 */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import {
  type Currency,
  Instant,
  onlineClients,
  type OnlineClient,
  requiredText,
  text,
} from '@slotwise/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'

import type { Database } from '../../kernel/db.ts'
import { jsonIn } from '../../kernel/json-in.ts'
import { readManners, storeManners } from '../sandbox-manners.ts'
import { isSigned, noticeKey, signNotice } from './notice-signature.ts'
import type {
  Notice,
  PaymentProvider,
  Payments,
  PaymentState,
  RefundRequest,
  RefundState,
  Reply,
} from './payments.ts'
import * as books from './sandbox-books.ts'
import { Manners, type Payment } from './sandbox-books.ts'
import { sandboxStatement } from './sandbox-statement.ts'

export { Manners } from './sandbox-books.ts'

/** Sends a notice and returns the HTTP status of the answer. */
type Send = (url: string, headers: Record<string, string>, body: string) => Promise<number>

export type SandboxWiring = {
  db: Kysely<Database>
  now(): Date
  pepper: string
  /** The address of this server, which shows the page to pay on and takes the notices. */
  origin: string
  send?: Send
  /** The pauses between notices that are not answered. */
  pausesMs?: readonly number[]
}

export type Sandbox = {
  readonly providers: Payments
  find(merchantOrder: string): Promise<Payment | undefined>
  /** Pays as a buyer does. Returns the payment as it is then; undefined when there is none. */
  pay(merchantOrder: string, payer?: string): Promise<Payment | undefined>
  cancel(merchantOrder: string): Promise<Payment | undefined>
  /**
   * Misbehaves with this payment, or, without a number, with those that are created from now on. Returns false when there
   * is no such payment.
   */
  behave(manners: Manners, merchantOrder?: string): Promise<boolean>
  /** How it misbehaves with payments that are created from now on. */
  manners(): Promise<Manners>
  /** Ends a refund that stays on its way. Returns false when there is none. */
  endRefund(refundNo: string, end: 'success' | 'rejected'): Promise<boolean>
  /** Resolves when no notice is being sent. */
  settled(): Promise<void>
}

const facts: Record<OnlineClient, { currency: Currency; refundsParts: boolean; refundsOnce: boolean }> = {
  wechat: { currency: 'CNY', refundsParts: true, refundsOnce: true },
  alipay: { currency: 'CNY', refundsParts: true, refundsOnce: true },
  gkash: { currency: 'MYR', refundsParts: false, refundsOnce: false },
}

const second = 1_000
const usualPausesMs = [2, 5, 15, 60, 300, 1_800].map((seconds) => seconds * second)
const sendTimeoutMs = 5 * second
const keptDays = 180

const post: Send = async (url, headers, body) => {
  const signal = AbortSignal.timeout(sendTimeoutMs)
  const response = await fetch(url, { method: 'POST', headers, body, redirect: 'error', signal })
  await response.body?.cancel()
  return response.status
}

const reply = (status: number, code: string): Reply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code }),
})
const replies = { taken: reply(200, 'SUCCESS'), refused: reply(400, 'FAIL') }

/** Fails, or never answers, where the sandbox was told so. */
async function misbehave(manner: 'fails' | 'hangs' | undefined): Promise<void> {
  if (manner === 'fails') throw new Error('the provider refuses')
  if (manner === 'hangs') await new Promise(() => {})
}

/** What a time-out looks like to the caller of a provider. */
const noAnswer = (): Error => new Error('the provider does not answer')

const stateOf = (payment: Payment | undefined): PaymentState => {
  if (payment?.state !== 'paid') return { state: payment?.state ?? 'closed' }
  const { amount, txn, paid_at: paidAt, payer } = payment
  if (txn === null || paidAt === null) throw new Error('a paid payment without a number')
  return { state: 'paid', amount, txn, paidAt, ...(payer === null ? {} : { payer }) }
}

export function makeSandbox({
  db,
  now,
  pepper,
  origin,
  send = post,
  pausesMs = usualPausesMs,
}: SandboxWiring): Sandbox {
  const newManners = async (): Promise<Manners> => {
    const stored = Manners.safeParse(await readManners(db, 'payments'))
    return stored.success ? stored.data : {}
  }
  const underway = new Set<Promise<void>>()

  async function deliver(payment: Payment, state: PaymentState): Promise<void> {
    const notice = { merchantOrder: payment.merchant_order, payment: state }
    const body = JSON.stringify(notice)
    const key = noticeKey(pepper, payment.channel)
    for (const pause of [0, ...pausesMs]) {
      if (pause > 0) await delay(pause, undefined, { ref: false })
      const status = await send(payment.notify_to, signNotice(key, now(), body), body).catch(() => 0)
      if (status >= 200 && status < 300) return
    }
  }

  async function announce(payment: Payment): Promise<void> {
    const { notices, noticeDelayMs = 0, noticeAmount } = payment.manners
    if (notices === 'dropped') return
    if (noticeDelayMs > 0) await delay(noticeDelayMs, undefined, { ref: false })
    const truth = stateOf(payment)
    const reported: PaymentState =
      truth.state === 'paid' && noticeAmount !== undefined ? { ...truth, amount: noticeAmount } : truth
    const sent = [deliver(payment, reported)]
    if (notices === 'doubled') sent.push(deliver(payment, reported))
    await Promise.all(sent)
    if (notices === 'reordered') await deliver(payment, { state: 'pending' })
  }

  function inBackground(work: Promise<void>): void {
    const done = work.catch(() => {}).finally(() => underway.delete(done))
    underway.add(done)
  }

  async function refund(client: OnlineClient, request: RefundRequest): Promise<RefundState> {
    const { merchantOrder, refundNo, refund: amount } = request
    const payment = await books.findPayment(db, merchantOrder)
    if (!payment || payment.channel !== client) return { state: 'rejected', why: 'unknownPayment' }
    if (!facts[client].refundsParts && amount !== payment.amount)
      return { state: 'rejected', why: 'wholeOnly' }
    // Where the provider does not recognise its refunds, asking again is another refund.
    const before = facts[client].refundsOnce ? await books.findRefund(db, refundNo) : undefined
    if (before) return refundStateOf(before)
    const manner = payment.manners.refund
    if (manner === 'lost') throw noAnswer()
    const row = { refund_no: refundNo, merchant_order: merchantOrder, amount, created_at: now() }
    if (manner === 'rejected') {
      await books.addRejection(db, { ...row, why: 'refused' })
      return { state: 'rejected', why: 'refused' }
    }
    const state = manner === 'processing' ? 'processing' : 'success'
    const isDone = await books.addRefund(db, { ...row, state }).catch((error: unknown) => {
      // Asked for twice at once: the other call has done it.
      if ((error as { code?: string }).code === '23505') return facts[client].refundsOnce
      throw error
    })
    if (manner === 'done without answer') throw noAnswer()
    return isDone ? { state } : { state: 'rejected', why: 'notEnough' }
  }

  async function queryRefund(refundNo: string): Promise<RefundState | { state: 'unknown' }> {
    const found = await books.findRefund(db, refundNo)
    return found ? refundStateOf(found) : { state: 'unknown' }
  }

  const providerOf = (client: OnlineClient): PaymentProvider & { sandbox: Sandbox } => ({
    client,
    ...facts[client],
    sandbox,
    async createQr({ merchantOrder, amount, currency, subject }) {
      const manners = await newManners()
      await misbehave(manners.create)
      if (currency !== facts[client].currency) throw new Error(`${client} takes no ${currency}`)
      const payment = await books.addPayment(db, {
        merchant_order: merchantOrder,
        channel: client,
        amount,
        currency,
        subject,
        notify_to: `${origin}/notify/${client}`,
        manners,
        created_at: now(),
      })
      if (payment.amount !== amount || payment.channel !== client) throw new Error('the number is used')
      return `${origin}/pay/${merchantOrder}`
    },
    async query({ merchantOrder }) {
      const payment = await books.findPayment(db, merchantOrder)
      await misbehave(payment?.manners.query)
      return stateOf(payment)
    },
    async close({ merchantOrder }) {
      const payment = await books.findPayment(db, merchantOrder)
      await misbehave(payment?.manners.close)
      await books.changePending(db, merchantOrder, { state: 'closed' })
      return stateOf(await books.findPayment(db, merchantOrder))
    },
    refund: (request) => refund(client, request),
    queryRefund: ({ refundNo }) => queryRefund(refundNo),
    statement: (day) => sandboxStatement(db, client, day),
    async receive({ body, headers }) {
      const isTrue = isSigned(noticeKey(pepper, client), now(), headers, body)
      return { notice: isTrue ? noticeIn(body) : 'forged', ...replies }
    },
  })

  const sandbox: Sandbox = {
    get providers() {
      return providers
    },
    find: (merchantOrder) => books.findPayment(db, merchantOrder),
    async pay(merchantOrder, payer) {
      const paid = await books.changePending(db, merchantOrder, {
        state: 'paid',
        txn: createHmac('sha256', randomUUID()).digest('hex').slice(0, 28),
        paid_at: now(),
        ...(payer === undefined ? {} : { payer }),
      })
      if (paid) inBackground(announce(paid))
      return paid ?? books.findPayment(db, merchantOrder)
    },
    async cancel(merchantOrder) {
      await books.changePending(db, merchantOrder, { state: 'closed' })
      return books.findPayment(db, merchantOrder)
    },
    async behave(manners, merchantOrder) {
      if (merchantOrder !== undefined) return books.setManners(db, merchantOrder, manners)
      await storeManners(db, 'payments', manners)
      return true
    },
    manners: newManners,
    endRefund: (refundNo, end) => books.endRefund(db, refundNo, end),
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
  const providers: Payments = Object.fromEntries(onlineClients.map((client) => [client, providerOf(client)]))
  return sandbox
}

const refundStateOf = ({ state, why }: books.Refund): RefundState =>
  state === 'rejected' ? { state, why: why ?? '' } : { state }

const NoticeText = z.object({
  merchantOrder: text(32),
  payment: z.discriminatedUnion('state', [
    z.object({ state: z.enum(['pending', 'closed']) }),
    z.object({
      state: z.literal('paid'),
      amount: z.int().min(0).max(2_147_483_647),
      txn: requiredText(64),
      paidAt: Instant.transform((at) => new Date(at)),
      payer: text(128).optional(),
    }),
  ]),
})

/** Reads a notice whose signature is right. */
function noticeIn(body: Buffer): Notice | 'malformed' {
  const notice = NoticeText.safeParse(jsonIn(body))
  return notice.success ? notice.data : 'malformed'
}

/** The sandbox behind these providers, if it is. */
export const sandboxOf = (payments: Payments): Sandbox | undefined =>
  Object.values(payments)
    .map((provider) => ('sandbox' in provider ? (provider.sandbox as Sandbox) : undefined))
    .find((sandbox) => sandbox !== undefined)

/** Forgets payments of half a year ago. */
export const sweepSandbox = (db: Kysely<Database>, now: Date): Promise<void> =>
  books.deletePaymentsBefore(db, new Date(now.getTime() - keptDays * 86_400_000))
