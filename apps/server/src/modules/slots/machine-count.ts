/** What a machine's count is worth. */
import type { ReportRow, SlotRow } from './slot-queries.ts'

/** A machine may report more pieces than fit into the slot. A size of 0 means that it does not know the size. */
export const believable = (quantity: number, max: number): number =>
  max > 0 ? Math.min(quantity, max) : quantity

/**
 * The stock that the slot has by the machine's count: the pieces that were booked since are counted in, and no more
 * than fit in by our books. Null where there is no count, or no stock to count.
 */
export function countedIn(
  { goods_id: goods, max }: Pick<SlotRow, 'goods_id' | 'max'>,
  report: ReportRow | undefined,
): number | null {
  if (!report || goods === null || max === 0) return null
  return Math.max(0, Math.min(max, believable(report.quantity, report.max) + report.booked))
}
