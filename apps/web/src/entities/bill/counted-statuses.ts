import { type BillClass, type BillStatus, billStatuses, classOf } from '@slotwise/contract'

/** The counts among the totals, by the classes of the bills that each of them counts. */
const countedClasses = {
  success: ['normal'],
  abnormal: ['abnormal'],
  refunded: ['refund', 'mixed'],
} as const satisfies Record<string, readonly BillClass[]>
export type Counted = keyof typeof countedClasses

/** The statuses of the bills that a count is made of. */
export function statusesOf(count: Counted): BillStatus[] {
  const classes: readonly BillClass[] = countedClasses[count]
  return billStatuses.filter((status) => classes.includes(classOf(status)))
}
