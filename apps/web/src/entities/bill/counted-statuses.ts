import { type BillClass, billStatuses, classOf } from '@slotwise/contract'

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
