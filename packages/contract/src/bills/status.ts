/**
 * The status of a bill decides how its money counts.
 *
 * - normal: the sale stands, its amount is income.
 * - abnormal: the customer paid, and the goods did not come out or a refund is under way. Counts as neither, but for cash
 *   that is in the machine: that is income.
 * - refund: everything was given back.
 * - mixed: a part was given back; the rest is income.
 */
export const billStatuses = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const
export type BillStatus = (typeof billStatuses)[number]

export type BillClass = 'normal' | 'abnormal' | 'refund' | 'mixed'

const classes: Record<BillStatus, BillClass> = {
  0: 'normal',
  1: 'abnormal',
  2: 'abnormal',
  3: 'normal',
  4: 'normal',
  5: 'abnormal',
  6: 'normal',
  7: 'normal',
  8: 'refund',
  9: 'refund',
  10: 'mixed',
  11: 'mixed',
}

export const classOf = (status: BillStatus): BillClass => classes[status]

type Amounts = {
  status: BillStatus
  total_price: number
  refunded: number
  cash?: { kept: number } | null | undefined
}

/** What a bill adds to income and to refunds. */
export function amountsOf({ status, total_price: total, refunded, cash }: Amounts): {
  income: number
  refund: number
} {
  switch (classOf(status)) {
    case 'normal':
      return { income: total, refund: 0 }
    case 'abnormal':
      return { income: cash?.kept ?? 0, refund: 0 }
    case 'refund':
      return { income: 0, refund: refunded }
    case 'mixed':
      return { income: total - refunded, refund: refunded }
  }
}
