/** An order becomes paid: once, by one conditional UPDATE, whether a notice or our own question says so first. */
import { createHmac } from 'node:crypto'

import type { OnlineClient, OrderClient } from '@slotwise/contract'

import type { Deps, MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { ensureMonths } from '../../kernel/months.ts'
import type { DifferingPayment, PaidOrder } from '../../kernel/hooks.ts'
import { tellOfSales } from '../../kernel/sale-events.ts'
import type { PaymentState, Reply } from '../../ports/payments/payments.ts'
import { desiredSettings, settingsIn } from '../devices/index.ts'
import { bookPayment } from '../ledger/index.ts'
import { findNoticed, isOwnAccount, isSameAccount, platformAccount } from '../payaccounts/index.ts'
import type { AccountRef } from '../payaccounts/index.ts'
import { hasWonSince, putWin } from './game-win-queries.ts'
import { tenantIn } from './merchant-order-model.ts'
import { callGateways } from './gateway-queries.ts'
import { givenUpAt } from './order-answer-service.ts'
import * as queries from './order-queries.ts'

export const winnerDays = 30

type Paid = Extract<PaymentState, { state: 'paid' }>

/** `known`: it was paid before. `unknown`: no order of ours. */
export type Marked = 'paid' | 'known' | 'unknown' | 'wrong amount'

type RefusedNotice = 'forged' | 'malformed' | 'unknown' | 'wrong amount'

/** Notices and answers of providers that were not believed, since this process began. */
export const refusedNotices = new Map<RefusedNotice, number>()
const countRefused = (why: RefusedNotice): unknown =>
  refusedNotices.set(why, (refusedNotices.get(why) ?? 0) + 1)

/** Who says that an order was paid. The order must have been made with this account. */
type Payee = { client: string; account: AccountRef }

/**
 * Marks an order paid and books it. Nothing happens when it is paid already; a payment of another amount is a case for a
 * person. `by` is
 * the account whose provider says so, where it was not chosen by the order.
 */
export async function markPaid(
  deps: Deps,
  tenantId: string,
  merchantOrder: string,
  payment: Paid,
  by?: Payee,
): Promise<Marked> {
  const now = deps.now()
  const order = await inTenant(deps.db.main, tenantId, (tx) =>
    queries.findByMerchantOrder({ tx, tenantId }, merchantOrder),
  )
  // The owner of one account can sign notices about any number, so they are believed about its own orders only.
  if (!order || (by && (by.client !== order.client || !isSameAccount(by.account, order)))) return 'unknown'
  if (order.amount !== payment.amount) {
    countRefused('wrong amount')
    const amounts = { ours: order.amount, theirs: payment.amount }
    deps.log.error({ tenant: tenantId, orderno: order.orderno, ...amounts }, 'a payment of a wrong amount')
    await inTenant(deps.db.main, tenantId, (tx) =>
      deps.hooks.paymentDiffers({ tx, tenantId, now }, differingOf(order, payment)),
    )
    return 'wrong amount'
  }
  if (order.state !== 'pending' && order.state !== 'closed') return 'known'
  await ensureMonths(deps.db.main, [order.create_at])
  return inTenant(deps.db.main, tenantId, (tx) => {
    const ctx = { deps, tx, tenantId, now, deviceId: order.device_id, sn: order.sn }
    return markInTransaction(ctx, order, payment)
  })
}

const differingOf = (order: queries.OnlineOrder, payment: Paid): DifferingPayment => ({
  orderno: order.orderno,
  createAt: order.create_at,
  merchantOrder: order.merchant_order,
  deviceId: order.device_id,
  storeId: order.store_id,
  client: order.client,
  amount: order.amount,
  paid: payment.amount,
  txn: payment.txn,
  paidAt: payment.paidAt,
})

async function markInTransaction(
  ctx: MachineCtx,
  unpaid: queries.OnlineOrder,
  payment: Paid,
): Promise<Marked> {
  const { orderno, client, kind, closed_at: closedAt } = unpaid
  // By then the machine has given the order up, also where our job that closes it is late.
  const overAt = givenUpAt(unpaid)
  const payer = payment.payer === undefined ? null : payerHash(ctx.deps, client, payment.payer)
  const difficulty = await difficultyOf(ctx, { kind, client }, payer)
  const paid = await queries.moveOrder(ctx, orderno, ['pending', 'closed'], {
    state: 'paid',
    provider_txn: payment.txn,
    payer,
    difficulty,
    paid_at: ctx.now,
    is_paid_sent: false,
    ...(closedAt === null && overAt < ctx.now ? { closed_at: overAt } : {}),
  })
  if (!paid) return 'known'
  await tellOfSales(ctx, 'payments', [paid])
  const order = paidOrderOf(paid)
  const { storeId, merchantId, amount, feeRate } = order
  const isOwn = isOwnAccount(paid)
  await bookPayment(ctx, { orderno, at: ctx.now, client, storeId, merchantId, amount, feeRate, isOwn })
  const wasClosed = paid.closed_at !== null
  for (const tell of ctx.deps.hooks.orderPaid) await tell(ctx, order, wasClosed)
  // It gives nothing for an order that was closed: its customer is refunded.
  await callGateways(ctx, ctx.sn, orderno)
  return 'paid'
}

/** An order as those see it who are told that it is paid. */
export const paidOrderOf = (
  row: Omit<queries.NewOrder, 'request_digest' | 'payer' | 'client' | 'req_id'> & { client: string },
): PaidOrder => ({
  orderno: row.orderno,
  createAt: row.create_at,
  deviceId: row.device_id,
  sn: row.sn,
  storeId: row.store_id,
  merchantId: row.merchant_id,
  client: row.client as OrderClient,
  kind: row.kind,
  amount: row.amount,
  discount: row.discount,
  goods: row.goods,
  feeRate: row.fee_rate,
})

/** Enough to recognise a winner, not to name one. */
export const payerHash = ({ config }: Deps, client: string, payer: string): Buffer =>
  createHmac('sha256', config.pepper).update(`payer ${client} ${payer}`).digest()

/** A customer who has won at this merchant within 30 days plays at the highest difficulty, if the machine says so. */
export async function difficultyOf(
  ctx: MachineCtx,
  { kind, client }: Pick<queries.PayOrder, 'kind' | 'client'>,
  payer: Buffer | null,
): Promise<'extreme' | null> {
  if (kind !== 'game' || !payer) return null
  const device = await desiredSettings(ctx)
  if (!device || !settingsIn(device).game_black) return null
  const won = await hasWonSince(ctx, { client, payer }, daysBefore(ctx.now, winnerDays))
  return won ? 'extreme' : null
}

/**
 * Notes that the game of a paid order was won. `at` is the machine's time, so it cannot be before the payment or to come.
 * Nothing is noted where the provider does not name its customers.
 */
export async function noteWin(ctx: TenantRef & { now: Date }, orderno: string, at: Date): Promise<void> {
  const { client, payer = null, paid_at: paidAt } = (await queries.payerOf(ctx, orderno)) ?? {}
  if (client === undefined || !payer) return
  const earliest = Math.max(at.getTime(), paidAt?.getTime() ?? 0)
  await putWin(ctx, { client, payer }, new Date(Math.min(earliest, ctx.now.getTime())))
}

const notFound: Reply = { status: 404, contentType: 'text/plain', body: '' }

/** Where a message came to: `/notify/{client}`, or `/notify/{client}/{account}` for accounts that are not ours. */
type NoticeAddress = { client: string; account?: string | undefined }

/** The account whose keys a message to this address must be signed with. */
async function payeeAt(deps: Deps, { client, account }: NoticeAddress): ReturnType<typeof findNoticed> {
  if (account !== undefined) return findNoticed(deps, client, account)
  const provider = Object.hasOwn(deps.payments, client) ? deps.payments[client as OnlineClient] : undefined
  return provider && { provider, account: platformAccount, tenantId: undefined }
}

/** Takes a provider's message. The answer is the provider's, and is given after what it says is stored. */
export async function takeNotice(
  deps: Deps,
  address: NoticeAddress,
  message: { body: Buffer; headers: Readonly<Record<string, string>> },
): Promise<Reply> {
  const payee = await payeeAt(deps, address)
  if (!payee) return notFound
  const { notice, taken, refused } = await payee.provider.receive(message)
  if (typeof notice === 'string') {
    countRefused(notice)
    return refused
  }
  const tenantId = tenantIn(notice.merchantOrder)
  if (tenantId !== undefined && (payee.tenantId ?? tenantId) === tenantId) {
    // Only that an order was paid is believed from a notice; the rest is asked for.
    if (notice.payment.state !== 'paid') return taken
    const by = { client: address.client, account: payee.account }
    const marked = await markPaid(deps, tenantId, notice.merchantOrder, notice.payment, by)
    if (marked === 'wrong amount') return refused
    if (marked !== 'unknown') return taken
  }
  countRefused('unknown')
  return refused
}
