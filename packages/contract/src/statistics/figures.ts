import { z } from 'zod'

import { Cents } from '../kernel/money.ts'
import { payClients } from '../payments/clients.ts'

/** A share in percent with two decimals, 0 to 100. */
const Rate = z.number()

/**
 * Bills counted and added up. Income and refund follow the class of each bill (`bills/status.ts`); rates are shares of
 * the count, and `failRate` is that of abnormal and refunded bills together.
 */
export const SalesFigures = z.object({
  income: Cents,
  refund: Cents,
  count: z.int(),
  failRate: Rate,
  successCount: z.int(),
  successRate: Rate,
  abnormalCount: z.int(),
  abnormalRate: Rate,
  refundCount: z.int(),
  refundRate: Rate,
})
export type SalesFigures = z.infer<typeof SalesFigures>

export const ChannelSales = z.object({
  client: z.enum(payClients),
  income: Cents,
  refund: Cents,
  count: z.int(),
})
export type ChannelSales = z.infer<typeof ChannelSales>

/** Income and refund of the three online payments, under the names of the specification. */
export const ChannelColumns = z.object({
  wxIncome: Cents,
  wxRefund: Cents,
  alipayIncome: Cents,
  alipayRefund: Cents,
  gkashIncome: Cents,
  gkashRefund: Cents,
})

/** A failure rate above this is shown in red. */
export const highFailRate = 20

type Counts = { count: number; successCount: number; abnormalCount: number; refundCount: number }

/** A share in percent with two decimals, rounded half up; 0 of nothing is 0. */
export const rateOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.floor((part * 20_000 + whole) / (2 * whole)) / 100

/** All counts of a group of bills with their rates. */
export const figuresOf = ({
  income,
  refund,
  ...counts
}: Counts & { income: number; refund: number }): SalesFigures => ({
  income,
  refund,
  ...counts,
  failRate: rateOf(counts.abnormalCount + counts.refundCount, counts.count),
  successRate: rateOf(counts.successCount, counts.count),
  abnormalRate: rateOf(counts.abnormalCount, counts.count),
  refundRate: rateOf(counts.refundCount, counts.count),
})
