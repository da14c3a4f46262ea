/**
 * Sales that machines report become bills. A report is known by its saleId: sent again, it changes nothing, and another
 * sale by a used name is not booked. Stock, sums and bills move in the caller's transaction.
 *
 * - A sale that names a paid order of ours ends the bill of that order. It fills in what came out; the status moves
 *   only while the bill waits for the machine (7, 2). Once a refund has begun, only the status to which a refusal would
 *   lead back moves.
 * - Another sale that names an order which was reported before is a new bill without an amount, if pieces came out: the
 *   customer has paid once. If none came out, nothing has happened, and it is not booked.
 * - A sale that names an order of ours which is not paid is the bill of that order, and flagged. The payment ends the
 *   flag, if it comes (`order-bill-service.ts`).
 * - Any other sale is a new bill with what the machine reported. What differs from our books is flagged, not refused.
 */
import type { BillStatus } from '@slotwise/contract'

import { digestOf } from '../../kernel/message-digest.ts'
import { ordernoOf, timeOf } from '../../kernel/orderno.ts'
import { devicesAtSale } from '../devices/index.ts'
import { addSettledPayments, holdUnpaid, noteWin } from '../payments/index.ts'
import { bookSold, slotsAt, type SlotThen } from '../slots/index.ts'
import {
  addBills,
  type Bill,
  type BookCtx,
  changeBills,
  isBeingRefunded,
  type Oddity,
  readBills,
} from '../bills/index.ts'
import { isNothingOut } from './gift-service.ts'
import { isNoted, type Named, noteReports, renumberReport } from './inbox-queries.ts'
import { autoRefund } from '../refunds/index.ts'
import { linesReported, piecesOut, resultOf, statusOf } from './sale-lines.ts'
import {
  billOfUnpaid,
  isSettledByCard,
  type Made,
  newBill,
  paymentOf,
  priceOf,
  type Report,
  type Sale,
} from './sale-bills.ts'
import { type Ending, sortReports } from './reported-order-service.ts'

/** `gone`: the merchant did not have the machine any more when it sold. */
export type SaleOutcome = 'booked' | 'repeated' | 'reused name' | 'order reported before' | 'gone'

/**
 * Another transaction has booked another sale of the same order, or its payment, since this one has read it. Booked anew,
 * the sale finds the order reported, or paid.
 */
export class OrderJustReported extends Error {}

/** The name of a report, with a digest of its contents. */
export const namedSale = ({ deviceId, mid, ts, data }: Omit<Sale, 'dated'>): Named => ({
  deviceId,
  mid,
  ref: data.saleId,
  ts: String(ts),
  digest: digestOf(data),
})

/**
 * Reports of sales with their names and machines; undefined where the merchant did not have the machine any more when
 * it sold.
 */
async function reportsOf(ctx: BookCtx, sales: readonly Sale[]): Promise<(Report | undefined)[]> {
  const devices = await devicesAtSale(
    ctx,
    sales.map(({ deviceId, dated: { at } }) => ({ deviceId, at })),
  )
  return sales.map((sale, index) => {
    const device = devices[index]
    const { at, doubtful } = sale.dated
    if (!device || (device.unbound_at !== null && device.unbound_at <= at)) return undefined
    return { ...namedSale(sale), sale, device, orderno: numberOf(sale), at, doubtful, now: ctx.now }
  })
}

/** Books sales of machines of one merchant. Returns the outcome of each. Throws OrderJustReported. */
export async function bookSales(ctx: BookCtx, sales: readonly Sale[]): Promise<SaleOutcome[]> {
  const reports = await reportsOf(ctx, sales)
  const fresh = new Set(
    await noteReports(
      ctx,
      reports.filter((report) => report !== undefined),
    ),
  )
  const empty = new Set(await bookReports(ctx, [...fresh]))
  const outcomes: SaleOutcome[] = []
  for (const report of reports) {
    if (!report) outcomes.push('gone')
    else if (empty.has(report)) outcomes.push('order reported before')
    else outcomes.push(fresh.has(report) ? 'booked' : await repeated(ctx, report))
  }
  return outcomes
}

const repeated = async (ctx: BookCtx, report: Named): Promise<SaleOutcome> =>
  (await isNoted(ctx, report)) ? 'repeated' : 'reused name'

/** The number of its order, or a new one that follows from the sale. */
const numberOf = ({ deviceId, data, dated }: Sale): string =>
  data.orderNo !== undefined && timeOf(data.orderNo)
    ? data.orderNo
    : ordernoOf(dated.at, [deviceId, data.saleId])

/**
 * Books reports that were not booked before. Returns those that name an order which was reported before, and say that
 * nothing came out.
 */
async function bookReports(ctx: BookCtx, fresh: readonly Report[]): Promise<Report[]> {
  if (fresh.length === 0) return []
  const { ends, unpaid, others, empty } = await sortReports(ctx, fresh)
  const slots = await slotsOf(ctx, others)
  const made = [
    ...unpaid.map(billOfUnpaid),
    ...(await withFreeNumbers(
      ctx,
      others.map((report) => newBill(report, slots.get(report) ?? [])),
    )),
  ]
  await bookSold(ctx, [
    ...ends.map(soldOf),
    ...made.map(({ report, bill }) => soldOf({ ...report, ...bill })),
  ])
  const bills = made.map(({ bill }) => bill)
  await ctx.deps.hooks.holdCards(ctx, cardOrders(ends))
  const expected = unpaid.map(({ orderno }) => orderno)
  if (!(await holdUnpaid(ctx, expected))) throw new OrderJustReported('an order was just paid')
  await addSettledPayments(ctx, bills.filter(isSettledByCard).map(paymentOf))
  const added = await addBills(ctx, bills)
  const stored = new Set(added.map(({ orderno }) => orderno))
  const missing = expected.find((orderno) => !stored.has(orderno))
  if (missing !== undefined) throw new OrderJustReported(`order ${missing} was just reported`)
  await autoRefund(ctx, [...added, ...(await endOrders(ctx, ends))])
  return empty
}

/** The slots of each sale, as they were when it happened. */
async function slotsOf(ctx: BookCtx, reports: readonly Report[]): Promise<Map<Report, SlotThen[]>> {
  const asked = reports.flatMap((report) =>
    [...new Set(report.sale.data.items.map(({ ch }) => ch))].map((ch) => ({ ...report, report, ch })),
  )
  const found = await slotsAt(ctx, asked)
  const slots = new Map(reports.map((report): [Report, SlotThen[]] => [report, []]))
  for (const [index, slot] of found.entries()) {
    const report = asked[index]?.report
    if (slot && report) slots.get(report)?.push(slot)
  }
  return slots
}

/** The orders among these reports that were paid by a card. */
const cardOrders = (ends: readonly Ending[]): string[] =>
  ends.flatMap(({ bill }) => (bill.client === 'card' ? bill.orderno : []))

const soldOf = ({ deviceId, orderno, at, sale }: Pick<Report, 'deviceId' | 'orderno' | 'at' | 'sale'>) => ({
  deviceId,
  orderno,
  at,
  items: piecesOut(sale.data.items),
})

/**
 * Two sales of one millisecond may have the same number by chance; the later one gets another. A bill that is this very
 * sale stays as it is: its report was forgotten, and came again.
 */
async function withFreeNumbers(ctx: BookCtx, made: readonly Made[], attempt = 1): Promise<Made[]> {
  const numbers = made.map(({ bill }) => bill.orderno)
  const taken = new Map((await readBills(ctx, numbers)).map((bill) => [bill.orderno, bill]))
  const seen = new Set<string>()
  const free: Made[] = []
  const again: Made[] = []
  for (const one of made) {
    const { report, bill } = one
    const other = taken.get(bill.orderno)
    if (other && other.sale_id === bill.sale_id && other.device_id === bill.device_id) continue
    if (other || seen.has(bill.orderno)) {
      const orderno = ordernoOf(bill.create_at, [bill.device_id, report.ref, String(attempt)])
      again.push({ report, bill: { ...bill, orderno } })
    } else {
      if (bill.orderno !== report.orderno)
        await renumberReport({ ...ctx, deviceId: report.deviceId }, report.ref, bill.orderno)
      free.push(one)
    }
    seen.add(bill.orderno)
  }
  return again.length === 0 ? free : [...free, ...(await withFreeNumbers(ctx, again, attempt + 1))]
}

/** The machine's report moves a bill that waits for it, and no other. */
const waits = (status: BillStatus | null): boolean => status === 7 || status === 2

/** Ends the bills of paid orders, which were not reported. Returns those whose status the report decided. */
async function endOrders(ctx: BookCtx, reports: readonly Report[]): Promise<Bill[]> {
  const byNumber = new Map(reports.map((report) => [report.orderno, report]))
  const decided = new Set<string>()
  const won: Report[] = []
  const changed = await changeBills(ctx, [...byNumber.keys()], (bill) => {
    const report = byNumber.get(bill.orderno)
    if (bill.reported_at !== null) throw new OrderJustReported(`order ${bill.orderno} was just reported`)
    if (!report) return undefined
    const { sale } = report
    const { lines, odd } = linesReported(bill.goods, sale.data)
    const result = resultOf(sale.data, { kind: bill.kind, goods: lines })
    if (waits(bill.status)) decided.add(bill.orderno)
    if (result === 'won') won.push(report)
    return {
      goods: lines,
      oddities: [
        ...new Set([
          ...bill.oddities,
          ...odd,
          ...priceOf(bill, sale),
          ...lateGift(bill, lines),
          ...afterRefund(bill, lines),
        ]),
      ],
      sale_id: sale.data.saleId,
      sent_ts: String(sale.ts),
      reported_at: ctx.now,
      ...(waits(bill.status) ? { status: statusOf(result) } : {}),
      // If the provider refuses the refund that is under way, the bill gets the status that the machine reported.
      ...(bill.status === 5 && waits(bill.status_before) ? { status_before: statusOf(result) } : {}),
    }
  })
  for (const { orderno, at } of won) await noteWin(ctx, orderno, at)
  const failed = changed.filter(({ client, goods }) => client === 'gift' && isNothingOut({ goods }))
  if (failed.length > 0)
    await ctx.deps.hooks.returnVouchers(
      ctx,
      failed.map(({ orderno }) => orderno),
    )
  return changed.filter(({ orderno }) => decided.has(orderno))
}

/** The money of the bill was asked back while its machine said nothing, and its goods came out after all. */
const afterRefund = (bill: Bill, goods: Bill['goods']): Oddity[] =>
  isBeingRefunded(bill.status) && !isNothingOut({ goods }) ? ['after_refund'] : []

/** The voucher of the bill was made valid again, and its goods came out after all. */
const lateGift = (bill: Bill, goods: Bill['goods']): Oddity[] =>
  bill.oddities.includes('restored') && !isNothingOut({ goods }) ? ['late_gift'] : []
