/** One bill with everything that happened to it, in the order of time. */
import {
  type BillDetail,
  type billCalls,
  type BillStep,
  isOnline,
  type Locale,
  type ParsedInputOf,
  refundReasonText,
} from '@slotwise/contract'

import { type Ctx, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { only } from '../../kernel/present.ts'
import { isInDeviceScope } from '../../kernel/scope.ts'
import { ledgerLinesOf } from '../ledger/index.ts'
import { type PayOrder, payOrderOf } from '../payments/index.ts'
import { stockLinesOf } from '../slots/index.ts'
import { type Bill, billRows, readNamedBills, refundBarOf } from '../bills/index.ts'
import { reportDueAt } from './deadline-service.ts'
import { happenedAt } from './inbox-queries.ts'
import { refundsOf } from '../refunds/index.ts'

export async function getBill(
  ctx: Ctx,
  { orderno }: ParsedInputOf<typeof billCalls.getBill>,
): Promise<BillDetail> {
  const ref = refOf(ctx)
  const [bill] = await readNamedBills(ref, [orderno])
  if (!bill || !isSeen(ctx, bill)) throw new AppError('notFound')
  const row = only(await billRows(ctx, [bill]))
  const payment = await payOrderOf(ref, orderno)
  const steps = [
    ...payments(payment),
    ...sendings(ctx.now, bill, payment),
    ...(await reports(ref, bill, payment)),
    ...(await refunds(ref, orderno, ctx.locale)),
    ...(await stock(ref, orderno)),
    ...(await ledger(ref, orderno)),
  ]
  return {
    ...row,
    refund_bar: await refundBarOf(ctx, bill),
    merchant_order: payment?.merchant_order ?? null,
    pay_state: payment?.state ?? null,
    cardno: payment?.cardno ?? '',
    due_at: bill.status === 7 ? dueAt(bill, payment).toISOString() : null,
    // Steps of the same moment stay in the order above, which is that of cause and effect.
    steps: steps.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  }
}

const isSeen = (ctx: Ctx, { device_id: device, store_id: store }: Bill): boolean =>
  isInDeviceScope(ctx, { device, ...(store === null ? {} : { store }) })

const dueAt = (bill: Bill, payment: PayOrder | undefined): Date =>
  reportDueAt(payment?.paid_at ?? bill.create_at)

function payments(payment: PayOrder | undefined): BillStep[] {
  if (!payment) return []
  const { client, amount, discount, create_at, paid_at } = payment
  const ordered: BillStep = { kind: 'ordered', at: create_at.toISOString(), amount, discount }
  const paid: BillStep[] = paid_at ? [{ kind: 'paid', at: paid_at.toISOString(), amount, client }] : []
  // What a machine settles itself is not ordered from us before.
  return isOnline(client) ? [ordered, ...paid] : paid
}

/** A machine that is connected is told of a payment within this time. */
const sendingMs = 5_000

/**
 * That the machine was told of the payment, or was not. Nothing is said where that was not stored yet, of a payment that
 * machines are not told of, and of a machine that has reported all the same.
 */
function sendings(now: Date, { reported_at }: Bill, payment: PayOrder | undefined): BillStep[] {
  if (!payment?.paid_at || payment.is_paid_sent === null || isPaidAfterClosing(payment)) return []
  const { paid_at, paid_sent_at } = payment
  if (paid_sent_at) return [{ kind: 'sent', at: paid_sent_at.toISOString() }]
  const isMissed = !reported_at && now.getTime() - paid_at.getTime() > sendingMs
  return isMissed ? [{ kind: 'not_sent', at: paid_at.toISOString() }] : []
}

/** The machine's report, and that it did not come in time. A payment after the order was closed asks for no report. */
async function reports(ref: TenantRef, bill: Bill, payment: PayOrder | undefined): Promise<BillStep[]> {
  const steps: BillStep[] = []
  const due = dueAt(bill, payment)
  const isExpected = payment?.paid_at && isOnline(bill.client) && !isPaidAfterClosing(payment)
  const isMissed = bill.reported_at ? bill.reported_at > due : bill.status !== 7
  if (isExpected && isMissed) steps.push({ kind: 'unconfirmed', at: due.toISOString() })
  if (bill.reported_at) {
    const happened = await happenedAt({ ...ref, deviceId: bill.device_id }, bill.sale_id)
    steps.push({
      kind: 'reported',
      at: bill.reported_at.toISOString(),
      happened_at: (happened ?? bill.create_at).toISOString(),
      sent_at: instantOf(bill.sent_ts),
      ...(bill.cash ? { cash: bill.cash } : {}),
    })
  }
  return steps
}

const isPaidAfterClosing = ({ paid_at, closed_at }: PayOrder): boolean =>
  paid_at !== null && closed_at !== null && paid_at > closed_at

/** A day before the end of the year 9999, because the console adds the offset of the merchant's time zone. */
const lastInstant = Date.UTC(9999, 11, 31)

/** A machine may send any number as its time; null where it is no date that the console can show. */
function instantOf(sent: string | null): string | null {
  const at = Number(sent ?? Number.NaN)
  return at >= 0 && at <= lastInstant ? new Date(at).toISOString() : null
}

async function refunds(ref: TenantRef, orderno: string, locale: Locale): Promise<BillStep[]> {
  return (await refundsOf(ref, orderno)).flatMap((one): BillStep[] => {
    const { amount, kind: by, username, remarks, state, done_at, asked_at, why } = one
    const asked: BillStep = {
      kind: 'refund_asked',
      at: asked_at.toISOString(),
      amount,
      by,
      username,
      remarks,
    }
    if (!done_at || state === 'refunding') return [asked]
    const at = done_at.toISOString()
    return state === 'refunded'
      ? [asked, { kind: 'refund_done', at, amount }]
      : [asked, { kind: 'refund_failed', at, amount, why: refundReasonText(locale, why ?? '') }]
  })
}

const stock = async (ref: TenantRef, orderno: string): Promise<BillStep[]> =>
  (await stockLinesOf(ref, orderno)).map((line) => ({ kind: 'stock', ...line, at: line.at.toISOString() }))

/** The merchant's side of each posting: what is owed to the merchant, and the fee. The ledger is written from ours. */
async function ledger(ref: TenantRef, orderno: string): Promise<BillStep[]> {
  const postings = Map.groupBy(await ledgerLinesOf(ref, orderno), ({ posting }) => posting)
  return [...postings.values()].map((lines): BillStep => {
    // Not negated: that would make -0 of nothing.
    const owed = (account: string): number =>
      lines.filter((line) => line.account === account).reduce((sum, { amount }) => sum - amount, 0)
    const isDirect = lines.some(({ account }) => account === 'direct')
    return {
      kind: 'ledger',
      at: (lines[0]?.at ?? new Date(0)).toISOString(),
      amount: owed(isDirect ? 'direct' : 'funds'),
      fee: owed('fee'),
      ...(isDirect ? { direct: true } : {}),
    }
  })
}
