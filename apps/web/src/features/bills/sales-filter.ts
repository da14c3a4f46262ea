import { BuyBillFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { type Counted, statusesOf } from '../../entities/bill/counted-statuses.ts'
import { daysOf, type ListRange, rangeField } from '../../lib/day-range.ts'

/** The filter of the page: that of the call, and a range of days by its name. */
export const SalesFilter = BuyBillFilter.safeExtend(rangeField)
export type SalesFilter = z.output<typeof SalesFilter>

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
