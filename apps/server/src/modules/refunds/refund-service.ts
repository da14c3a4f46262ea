/**
 * Refunds are asked for here, by a merchant or by the server itself. A bill is refunded once: under its lock it goes to
 * status 5 and its refund is stored, in one transaction. What follows is in `run-service.ts`.
 *
 * Cards have no provider to ask: their bills go straight to the end.
 */
import { setTimeout as delay } from 'node:timers/promises'

import {
  type billCalls,
  type BuyBill,
  isOnline,
  type ParsedInputOf,
  type PartFailedWay,
  refundReasonText,
  type RuleName,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { only, present } from '../../kernel/present.ts'
import { isInDeviceScope } from '../../kernel/scope.ts'
import { refundTraits, type RefundTraits } from '../payaccounts/index.ts'
import { callGateways, markRefunded, merchantOrderOf } from '../payments/index.ts'
import { autoRefundStores, partFailedWays } from '../regions/index.ts'
import {
  type Bill,
  billRows,
  type BookCtx,
  canRefund,
  canRefundAlone,
  cardOrdersOf,
  changeBills,
  readBills,
  readNamedBills,
  refundedStatus,
  refundFacts,
  type RefundFacts,
  refundsParts,
  refundWay,
  undeliveredAmount,
} from '../bills/index.ts'
import { compensate } from './compensate-service.ts'
import * as queries from './refund-queries.ts'

type Input = ParsedInputOf<(typeof billCalls)['refund']>

/** What is to be given back. */
type Asked = { amount: number; part: boolean }
type By = Pick<queries.NewRefund, 'kind' | 'remarks' | 'account_id' | 'username'>

/** Refunds a bill, or a part of it, for its merchant. */
export async function refund(ctx: Ctx, input: Input): Promise<BuyBill> {
  const book: BookCtx = { deps: ctx.deps, tx: ctx.tx, tenantId: ctx.tenant.id, now: ctx.now }
  const [bill] = await readBills(book, [input.orderno])
  if (!bill || !isInDeviceScope(ctx, placeOf(bill))) throw new AppError('notFound')
  const facts = await refundFacts(ctx)
  const asked = askedFor(bill, input, facts)
  const by: By = {
    kind: 'manual',
    remarks: input.remarks,
    account_id: ctx.user.id,
    username: ctx.user.username,
  }
  const [accepted] = await accept(book, [bill.orderno], by, (now) =>
    canRefund(now, facts) ? asked : undefined,
  )
  if (!accepted) throw new AppError('notRefundable')
  await audit(ctx, {
    call: 'refund',
    object: 'bill',
    objectId: bill.orderno,
    before: { orderno: bill.orderno, status: bill.status },
    after: {
      orderno: bill.orderno,
      status: accepted.status,
      refund_fee: asked.amount,
      part_refund: asked.part,
      remarks: input.remarks,
    },
  })
  return only(await billRows(ctx, await readNamedBills(book, [bill.orderno])))
}

const lookEveryMs = 250

/**
 * Waits a moment for the answer of the provider, so that the merchant learns at once of a refund that is refused. A
 * refund that has no answer by then goes on by itself.
 */
export async function awaitRefund(ctx: OutsideCtx, accepted: BuyBill): Promise<BuyBill> {
  const { db, config } = ctx.deps
  if (accepted.status !== 5) return accepted
  for (let waited = 0; waited < config.refundPatienceMs; waited += lookEveryMs) {
    await delay(lookEveryMs)
    const ended = await inTenant(db.main, ctx.tenant.id, (tx) =>
      endedRefund({ ...ctx, tx }, accepted.orderno),
    )
    if (ended) return ended
  }
  return accepted
}

/** The bill whose refund has ended; undefined while the provider is asked. */
async function endedRefund(ctx: Ctx, orderno: string): Promise<BuyBill | undefined> {
  const ref = refOf(ctx)
  const last = (await queries.refundsOf(ref, orderno)).at(-1)
  if (last?.state === 'failed')
    throw new AppError('providerRefused', { why: refundReasonText(ctx.locale, last.why ?? '') })
  if (last?.state !== 'refunded') return undefined
  const [row] = await billRows(ctx, await readNamedBills(ref, [orderno]))
  return row
}

const placeOf = ({ device_id: device, store_id: store }: Bill) => ({
  device,
  ...(store === null ? {} : { store }),
})

/** Checks the amount before anything else, so that a form shows it at its field. */
function askedFor(
  bill: Bill,
  { part_refund: part, refund_fee: fee }: Input,
  { payments }: RefundFacts,
): Asked {
  const { total_price: total, client } = bill
  if (fee !== undefined && fee <= 0) throw wrongAmount('refundZero')
  if (fee !== undefined && fee > total) throw wrongAmount('refundTooMuch')
  // More would be given back than the caller said.
  if (!part && fee !== undefined && fee < total) throw wrongAmount('refundNotWhole')
  if (!part || fee === total) return { amount: total, part: false }
  if (fee === undefined) throw AppError.atField('refund_fee', 'required')
  if (!refundsParts(client, payments)) throw wrongAmount('refundWholeOnly')
  return { amount: fee, part: true }
}

const wrongAmount = (rule: RuleName): AppError =>
  new AppError('refundAmount', {}, [{ path: 'refund_fee', rule }])

/**
 * Accepts refunds. `decide` sees each bill under its lock, so of any number of requests for a bill one is accepted.
 * Returns the bills whose refunds were accepted.
 */
async function accept(
  ctx: BookCtx,
  ordernos: readonly string[],
  by: By,
  decide: (bill: Bill) => Asked | undefined,
): Promise<Bill[]> {
  const asked = new Map<string, Asked>()
  await ctx.deps.hooks.holdCards(ctx, ordernos)
  const bills = await changeBills(ctx, ordernos, (bill) => {
    const what = decide(bill)
    if (!what) return undefined
    asked.set(bill.orderno, what)
    return isOnline(bill.client)
      ? { status: 5, status_before: bill.status }
      : { status: refundedStatus({ ...by, ...what }), refunded: what.amount }
  })
  if (bills.length === 0) return []
  const attempts = await queries.attemptsOf(
    ctx,
    bills.map(({ orderno }) => orderno),
  )
  const numbers = await queries.insertRefunds(
    ctx,
    bills.map((bill) => {
      const attempt = (attempts.get(bill.orderno) ?? 0) + 1
      return {
        ...by,
        ...present(asked, bill.orderno),
        orderno: bill.orderno,
        bill_at: bill.create_at,
        client: bill.client,
        // Another attempt has another number: the provider remembers that it refused the one before.
        refund_no: `${merchantOrderOf(ctx.tenantId, bill.orderno)}R${attempt}`,
        asked_at: ctx.now,
        ...(isOnline(bill.client)
          ? { state: 'refunding', done_at: null, next_at: ctx.now }
          : { state: 'refunded', done_at: ctx.now, next_at: null }),
      }
    }),
  )
  for (const bill of bills) {
    // The machine may still wait for the payment, or come back and give the goods.
    if (bill.reported_at === null) await callGateways(ctx, bill.sn, bill.orderno)
    const refundId = present(numbers, bill.orderno)
    if (isOnline(bill.client))
      await queries.runRefundAt(ctx, { refund_id: refundId, client: bill.client }, ctx.now)
    else await giveBackToCard(ctx, bill, present(asked, bill.orderno))
  }
  const ended = bills
    .filter(({ client }) => !isOnline(client))
    .map(({ orderno, device_id: deviceId, store_id: storeId }) => ({
      refundId: present(numbers, orderno),
      kind: by.kind,
      orderno,
      deviceId,
      storeId,
      amount: present(asked, orderno).amount,
    }))
  for (const note of ctx.deps.hooks.refundEnded) await note(ctx, ended)
  return bills
}

/** A hook gives back the points of a member's card. Cards that the machine settled are paid back by hand. */
async function giveBackToCard(ctx: BookCtx, { orderno, client }: Bill, asked: Asked): Promise<void> {
  await markRefunded(ctx, orderno, asked.part)
  for (const follow of ctx.deps.hooks.saleRefunded) await follow(ctx, { orderno, client, ...asked })
}

const byServer: By = { kind: 'auto', remarks: '', account_id: null, username: '' }

/**
 * Refunds failed deliveries of stores that want it: everything when nothing came out, else the share of what did not.
 * Called in the transaction that has learnt of the failure.
 */
export async function autoRefund(ctx: BookCtx, bills: readonly Bill[]): Promise<void> {
  const failed = bills.filter(({ status }) => status === 1 || status === 2)
  const stores = await autoRefundStores(ctx, [...new Set(failed.flatMap((bill) => bill.store_id ?? []))])
  const wanted = failed.filter(({ store_id: store }) => store !== null && stores.has(store))
  await refundUndelivered(ctx, wanted)
  await compensate(ctx, wanted, await waysOf(ctx, wanted))
}

/** What the store of each bill wants where a part cannot be given back. */
async function waysOf(ctx: BookCtx, bills: readonly Bill[]): Promise<(bill: Bill) => PartFailedWay> {
  const ways = await partFailedWays(ctx, [...new Set(bills.flatMap((bill) => bill.store_id ?? []))])
  return ({ store_id: store }) => ways.get(store ?? '') ?? 'case'
}

/** Refunds failed deliveries whatever their stores want. */
export async function refundUndelivered(ctx: BookCtx, bills: readonly Bill[]): Promise<void> {
  const wayOf = await waysOf(ctx, bills)
  await refundAlone(ctx, bills, (bill, payments) => undelivered(bill, payments, wayOf(bill)))
}

/** Refunds payments that came after their orders were closed: the machine has given nothing for them. */
export const refundAfterClosing = (ctx: BookCtx, bills: readonly Bill[]): Promise<void> =>
  refundAlone(ctx, bills, ({ total_price: amount }) => ({ amount, part: false }))

/** The server asks once for each bill: when the provider has refused, the merchant decides. */
async function refundAlone(
  ctx: BookCtx,
  bills: readonly Bill[],
  amountOf: (bill: Bill, payments: RefundTraits) => Asked | undefined,
): Promise<void> {
  if (bills.length === 0) return
  const payments = await refundTraits(ctx.deps, ctx)
  const ofCards = await cardOrdersOf(ctx, bills)
  const isPossible = (bill: Bill): boolean => canRefundAlone(bill, refundWay(bill, ofCards), payments)
  const possible = bills.filter(isPossible).map(({ orderno }) => orderno)
  if (possible.length === 0) return
  const attempts = await queries.attemptsOf(ctx, possible)
  const first = possible.filter((orderno) => !attempts.has(orderno))
  await accept(ctx, first, byServer, (bill) => (isPossible(bill) ? amountOf(bill, payments) : undefined))
}

function undelivered(bill: Bill, payments: RefundTraits, way: PartFailedWay): Asked | undefined {
  if (bill.status !== 1 && bill.status !== 2) return undefined
  const amount = undeliveredAmount(bill)
  const part = amount < bill.total_price
  if (amount === 0) return undefined
  if (!part || refundsParts(bill.client, payments)) return { amount, part }
  return way === 'whole' ? { amount: bill.total_price, part: false } : undefined
}
