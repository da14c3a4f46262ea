import { type BillClass, billStatuses, BuyBillFilter, classOf } from '@slotwise/contract'
import type { z } from 'zod'

import { daysOf, type ListRange, rangeField } from '../../lib/day-range.ts'

/** The filter of the page: that of the call, and a range of days by its name. */
export const SalesFilter = BuyBillFilter.safeExtend(rangeField)
export type SalesFilter = z.output<typeof SalesFilter>

/** The statuses to choose from. 6 is reserved, so no bill has it. */
export const offeredStatuses = billStatuses.filter((status) => status !== 6)

/** The counts among the totals, by the classes of the bills that each of them counts. */
const countedClasses = {
  success: ['normal'],
  abnormal: ['abnormal'],
  refunded: ['refund', 'mixed'],
} as const satisfies Record<string, readonly BillClass[]>
export type Counted = keyof typeof countedClasses

/** The statuses of the bills that a count is made of. */
export function statusesOf(count: Counted): (typeof offeredStatuses)[number][] {
  const classes: readonly BillClass[] = countedClasses[count]
  return offeredStatuses.filter((status) => classes.includes(classOf(status)))
}

/** True when the filter shows the bills of this count alone. */
export const isOnly = ({ status = [] }: Pick<SalesFilter, 'status'>, count: Counted): boolean =>
  statusesOf(count).join() === status.toSorted((a, b) => a - b).join()

/** An order number is looked for on all days, because it may be of any; other filters begin with today. */
export const standingRange = ({ orderno }: SalesFilter): ListRange =>
  orderno === undefined ? 'today' : 'all'

export function conditionOf(filter: SalesFilter, today: string): z.input<typeof BuyBillFilter> {
  const { range: _, ...condition } = filter
  return { ...condition, ...daysOf(filter, today, standingRange(filter)) }
}
