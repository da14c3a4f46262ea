/** What sales say about orders of ours. */
import { isUnpaid, ordersOf, type PayOrder } from '../payments/index.ts'
import { type Bill, type BookCtx, readBills } from '../bills/index.ts'
import { piecesOut } from './sale-lines.ts'
import type { Other, Report } from './sale-bills.ts'

/** A report that ends the bill of its order. */
export type Ending = Report & { bill: Bill }

type Sorted = {
  ends: Ending[]
  /** The first report of an order that is not paid. */
  unpaid: (Report & { order: PayOrder })[]
  others: Other[]
  /** The order was reported before, and nothing came out. */
  empty: Report[]
}

/** Sorts reports by what their machines say about orders. A sale whose report was forgotten is left out. */
export async function sortReports(ctx: BookCtx, fresh: readonly Report[]): Promise<Sorted> {
  const { bills, orders } = await namedIn(ctx, fresh)
  const reported = new Set<string>()
  const sorted: Sorted = { ends: [], unpaid: [], others: [], empty: [] }
  for (const report of fresh) {
    const { orderNo: named = '', client, items } = report.sale.data
    const bill = ownOf(report, bills.get(named))
    const unpaid = bill ? undefined : ownOf(report, orders.get(named))
    // Paid in another way, the order is not what was sold.
    const order = unpaid?.client === client ? unpaid : undefined
    const served = bill ?? order
    // The same name: the report of this very sale was forgotten, and came again.
    if (bill?.sale_id === report.ref) continue
    const isFirst = !reported.has(named) && !bill?.reported_at
    if (bill && isFirst) sorted.ends.push({ ...report, bill })
    else if (order && isFirst) sorted.unpaid.push({ ...report, order })
    else if (!served) sorted.others.push(report)
    else if (piecesOut(items).length > 0) sorted.others.push({ ...report, served })
    else sorted.empty.push(report)
    if (served) reported.add(named)
  }
  return sorted
}

const ownOf = <Found extends { device_id: string }>(
  { sale }: Report,
  found: Found | undefined,
): Found | undefined => (found?.device_id === sale.deviceId ? found : undefined)

/** The bills of the orders that these reports name, and the orders that have none, because they are not paid. */
async function namedIn(ctx: BookCtx, fresh: readonly Report[]) {
  const named = [...new Set(fresh.flatMap(({ sale }) => sale.data.orderNo ?? []))]
  const bills = byNumber(await readBills(ctx, named))
  const orders = byNumber(
    await ordersOf(
      ctx,
      named.filter((orderno) => !bills.has(orderno)),
    ),
  )
  const justPaid = [...orders.values()].filter((order) => !isUnpaid(order)).map(({ orderno }) => orderno)
  for (const bill of await readBills(ctx, justPaid)) bills.set(bill.orderno, bill)
  for (const orderno of justPaid) orders.delete(orderno)
  return { bills, orders }
}

const byNumber = <One extends { orderno: string }>(all: readonly One[]): Map<string, One> =>
  new Map(all.map((one) => [one.orderno, one]))
