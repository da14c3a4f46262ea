import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { daysInOrder } from '../kernel/days-in-order.ts'
import { Id, Ids, Sign, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Day, Instant } from '../kernel/time.ts'
import { payClients } from '../payments/clients.ts'
import { Orderno } from '../payments/orderno.ts'

export const fundPageSize = 2

/** Money without a payout account stands under this number. */
export const unassigned = '0'
const AccountNumber = z.union([z.literal(unassigned), Id])

/**
 * What is owed to one payout account, net of the fee.
 * balance = not_settle_amt + settling_amt; settled_amt is everything that was ever paid out.
 */
export const Fund = z.object({
  merchant_id: AccountNumber,
  /** The masked card number; empty for money without an account. */
  acct_no_encry: z.string(),
  acct_name: z.string(),
  stort_name: z.string(),
  bank_code: z.string(),
  bank: z.string(),
  bank_branch: z.string(),
  balance: Cents,
  not_settle_amt: Cents,
  settled_amt: Cents,
  settling_amt: Cents,
})
export type Fund = z.infer<typeof Fund>
export const FundFilter = z.strictObject({
  /** Searched in the names of merchant and account holder. */
  q: text(60).optional(),
  ids: Ids.optional(),
})

/** All payout accounts together, and what comes next. */
export const FundSum = z.object({
  balance: Cents,
  not_settle_amt: Cents,
  settled_amt: Cents,
  settling_amt: Cents,
  /** Part of `not_settle_amt` that has no payout account, and so is not paid out. */
  unassigned_amt: Cents,
  /** What own accounts at payment providers have received, less refunds. It is in none of the other figures. */
  direct_amt: Cents,
  /** When the next payout is asked for, and how much of today's figures it would hold if nothing else happened. */
  next_at: Instant,
  next_amt: Cents,
  /** Whether this installation pays out at all. Where it does not, the money stays. */
  pays_out: z.boolean(),
})
export type FundSum = z.infer<typeof FundSum>

/**
 * Why funds changed: a payment, a refund, a payout that was asked for, one that failed and came back, and money that
 * was given a payout account.
 */
export const fundLineKinds = ['paid', 'refund', 'settled', 'returned', 'assigned'] as const
export const FundLine = z.object({
  /** Stable: names the line in links and tests. */
  line: z.string(),
  at: Instant,
  kind: z.enum(fundLineKinds),
  merchant_id: AccountNumber,
  /** The bill of a payment or a refund. */
  orderno: Orderno.nullable(),
  /** The settlement of a payout. */
  settle: Id.nullable(),
  client: z.enum(payClients).nullable(),
  /** What the customer paid or got back; 0 for payouts. */
  gross: Cents,
  fee: Cents,
  /** What it did to the funds: gross less fee, negative when it took money away. */
  amount: Cents,
})
export type FundLine = z.infer<typeof FundLine>

export const FundLineFilter = z
  .strictObject({
    merchant_id: AccountNumber.optional(),
    from: Day.optional(),
    to: Day.optional(),
    kind: z.enum(fundLineKinds).optional(),
    /** The lines that a settlement pays out. */
    settle: Id.optional(),
  })
  .check(daysInOrder)
export const ExportFundLines = z.strictObject({
  format: ExportFormat,
  condition: FundLineFilter.prefault({}),
})

export const AssignFunds = z.strictObject({ merchant_id: Id, sign: Sign })

export const settleStates = ['success', 'fail', 'settling', 'unknown'] as const
export type SettleState = (typeof settleStates)[number]

export const Settle = z.object({
  settle: Id,
  merchant_id: Id,
  acct_no_encry: z.string(),
  acct_name: z.string(),
  stort_name: z.string(),
  bank_code: z.string(),
  /** In the caller's language where the code is one of the banks that can be chosen. */
  bank: z.string(),
  amount: Cents,
  status: z.enum(settleStates),
  /** The day of the payout, the merchant's. */
  date: Day,
  /** The last day whose money it holds, and the first one. */
  first_day: Day,
  last_day: Day,
  /** Payments and refunds inside. */
  count: z.int(),
  /** Why it failed, or waits, in the caller's language; empty otherwise. */
  why: z.string(),
  create_at: Instant,
  done_at: Instant.nullable(),
})
export type Settle = z.infer<typeof Settle>

export const SettleFilter = z
  .strictObject({
    from: Day.optional(),
    to: Day.optional(),
    status: z.enum(settleStates).optional(),
    merchant_id: Id.optional(),
    ids: Ids.optional(),
  })
  .check(daysInOrder)
export const ExportSettle = z.strictObject({ format: ExportFormat, condition: SettleFilter.prefault({}) })

/** One settlement with what it adds up to: amount = payments - refunds - fees + others + carried. */
export const SettleDetail = Settle.extend({
  payout_no: z.string(),
  payments: Cents,
  refunds: Cents,
  fees: Cents,
  /** Payouts that came back, and money that was given this account. */
  others: Cents,
  /** What was owed from before, less what was kept back for later. */
  carried: Cents,
})
export type SettleDetail = z.infer<typeof SettleDetail>
