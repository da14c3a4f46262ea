/** How sales are asked for: by their bills, and by the sums that are kept of them. */
import type { PayClient } from '@slotwise/contract'

import type { Scope } from './ctx.ts'

/** What sums have instead of a store for machines in none. Bills have null. */
export const noStore = '0'

/** Where bills were sold and how they were paid; undefined is any. */
export type SoldBy = {
  stores: readonly string[] | undefined
  devices: readonly string[] | undefined
  client: PayClient | undefined
  scope: Scope
}

/** Places and days of sales: the merchant's days, both included. */
export type SalesOf = SoldBy & { from: string | undefined; to: string | undefined }

/** The number of bills, of those of each class, and amounts. */
export type SaleFigure = 'count' | 'normal' | 'abnormal' | 'refund_only' | 'mixed' | 'income' | 'refund'

export type HourSales<Name extends SaleFigure = SaleFigure> = Record<Name, number> & {
  hour: Date
  client: string
}

/** Its first moment, and the one after its last. */
export type TimeSpan = { since: Date; before: Date }
