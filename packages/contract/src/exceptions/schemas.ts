import { maxPieces, maxSlots, slipReasons } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { billStatuses } from '../bills/status.ts'
import { ExportFormat } from '../jobs/export-call.ts'
import { daysInOrder } from '../kernel/days-in-order.ts'
import { Id, Ids, text } from '../kernel/fields.ts'
import { Cents, currencies } from '../kernel/money.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { Day, Instant } from '../kernel/time.ts'
import { onlineClients, payClients } from '../payments/clients.ts'
import { Orderno } from '../payments/orderno.ts'

/** One open case for each kind and sale. */
export const caseKinds = [
  'paid_not_delivered',
  'delivery_unknown',
  'delivered_not_paid',
  'refund_stuck',
  'books_differ',
  'sale_unclear',
] as const
export type CaseKind = (typeof caseKinds)[number]

/** Why it is a case, by kind. */
export const caseReasons = {
  /** The machine said that it failed, or has not said anything. */
  paid_not_delivered: ['failed', 'unconfirmed'],
  /** The machine lost its connection after the payment, and may have given the goods. */
  delivery_unknown: ['line_lost'],
  /** The machine sold without a paid order, gave the goods of an order twice, or after a refund was asked for. */
  delivered_not_paid: ['no_order', 'twice', 'after_refund'],
  /** The provider does not say whether the refund is done, or has refused it. */
  refund_stuck: ['unanswered', 'refused'],
  /** The provider's statement has a payment that is not paid here, lacks one, or names other amounts. */
  books_differ: ['missing_here', 'missing_there', 'amount_differs', 'refund_differs'],
  /** A machine reported a sale that could not be booked as it came. */
  sale_unclear: ['unreadable', 'wrong_field', 'used_name', 'last_will', 'no_merchant'],
} as const satisfies Record<CaseKind, readonly string[]>
export type CaseReason = (typeof caseReasons)[CaseKind][number]
const reasonNames = Object.values(caseReasons).flat() as [CaseReason, ...CaseReason[]]

/** `done`: a person has ended it. `closed`: its cause is gone. */
export const caseStates = ['open', 'done', 'closed'] as const
export type CaseState = (typeof caseStates)[number]

/** What the merchant is advised to do. */
export const caseActions = [
  'refund',
  'refund_whole',
  'ask_and_refund',
  'pay_back',
  'wait_machine',
  'await_report',
  'wait_refund',
  'contact_provider',
  'top_up_account',
  'end_at_provider',
  'refund_again',
  'check_machine',
  'note_loss',
  'ask_for_payment',
  'ask_for_statement',
  'ask_for_refund',
  'book_sale',
] as const
export type CaseAction = (typeof caseActions)[number]

const Amounts = z.object({ paid: Cents, refunded: Cents })

export const ExceptionCase = z.object({
  case: Id,
  kind: z.enum(caseKinds),
  reason: z.enum(reasonNames),
  state: z.enum(caseStates),
  /** What the advice is, and until when to wait where it says so. None once the case has ended. */
  action: z.enum(caseActions).nullable(),
  wait_until: Instant.nullable(),
  /** Null where the provider names an order that was never made here. */
  orderno: Orderno.nullable(),
  /** The status of the bill; null where there is none. */
  status: z.literal(billStatuses).nullable(),
  /** Null where the machine's message does not say it. */
  client: z.enum(payClients).nullable(),
  /** The numbers by which the provider knows the payment and its refund. */
  merchant_order: z.string().nullable(),
  txn: z.string().nullable(),
  refund_no: z.string().nullable(),
  sn: Sn.nullable(),
  title: z.string().nullable(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  /** What is at stake. */
  amount: Cents,
  currency: z.enum(currencies),
  /** Of books that differ: what we have booked now, and what the provider's statement says. */
  ours: Amounts.nullable(),
  theirs: Amounts.nullable(),
  /** Of a machine's message that could not be booked: its own name, and what was wrong with which field of it. */
  message: z.object({ mid: z.string(), field: z.string(), slip: z.enum(slipReasons) }).nullable(),
  /** When it happened. */
  since: Instant,
  /** When the machine lost its connection, of an unknown delivery. */
  lost_at: Instant.nullable(),
  found_at: Instant,
  closed_at: Instant.nullable(),
  taker: Id.nullable(),
  taker_name: z.string().nullable(),
  taken_at: Instant.nullable(),
  done_at: Instant.nullable(),
  remarks: z.string(),
})
export type ExceptionCase = z.infer<typeof ExceptionCase>

export const CaseFilter = z
  .strictObject({
    /** Open ones where none is named. */
    state: z.enum(caseStates).optional(),
    kind: z.enum(caseKinds).optional(),
    /** Days on which it happened. */
    from: Day.optional(),
    to: Day.optional(),
    store: Id.optional(),
    sn: Sn.optional(),
    ids: Ids.optional(),
  })
  .check(daysInOrder)

/** The open cases of the filter by kind, whatever kind and state it asks for, and what those that are asked for sum up to. */
export const CaseSum = z.object({
  paid_not_delivered: z.int(),
  delivery_unknown: z.int(),
  delivered_not_paid: z.int(),
  refund_stuck: z.int(),
  books_differ: z.int(),
  sale_unclear: z.int(),
  amount: Cents,
})
export type CaseSum = z.infer<typeof CaseSum>

export const TakeCase = z.strictObject({ case: Id, take: z.boolean() })
export const DoneCase = z.strictObject({ case: Id, done: z.boolean(), remarks: text(200).default('') })

/** How a machine can have been paid. */
const saleClients = payClients.filter((client) => client !== 'remote')
export const saleResults = ['delivered', 'part', 'failed', 'won', 'lost'] as const
export type SaleResult = (typeof saleResults)[number]

/** One slot of a sale that a person books. */
const SaleItem = z
  .strictObject({
    channel_sn: z.int().min(1, { error: 'v:tooSmall' }).max(9_999),
    quantity: z.int().min(1, { error: 'v:tooSmall' }).max(maxPieces),
    /** How many of them came out. */
    delivered: z.int().min(0, { error: 'v:tooSmall' }).max(maxPieces),
  })
  .check(always(({ quantity, delivered }) => delivered <= quantity, 'delivered', 'v:moreThanSold'))

/** One slot as a machine's message has it: its lines together may be more than a sale can have. */
const SaidItem = z.object({ channel_sn: z.int(), quantity: z.int(), delivered: z.int() })

/** What a machine's message says, as far as it can be read; the same fields are completed by a person. */
export const CaseMessage = z.object({
  case: Id,
  mid: z.string(),
  field: z.string(),
  slip: z.enum(slipReasons),
  /** The message as it came; bytes that are no text are replaced. */
  text: z.string(),
  client: z.enum(payClients).nullable(),
  amount: Cents.nullable(),
  result: z.enum(saleResults).nullable(),
  items: z.array(SaidItem),
})
export type CaseMessage = z.infer<typeof CaseMessage>

export const OfCase = z.strictObject({ case: Id })
/** A field that the form left empty is missing, rather than wrong. */
const whereEmpty = {
  error: ({ input }: { input?: unknown }) => ((input ?? '') === '' ? 'v:required' : undefined),
}

export const BookCaseSale = z.strictObject({
  case: Id,
  client: z.enum(saleClients, whereEmpty),
  amount: z.int(whereEmpty).min(0, { error: 'v:tooSmall' }).max(100_000_000),
  result: z.enum(saleResults),
  /** Where they contradict the result, they count. */
  items: z.array(SaleItem).max(maxSlots),
})

export const ExportCases = z.strictObject({ format: ExportFormat, condition: CaseFilter.prefault({}) })

/** How a day compared with the provider's statement. `missing`: it had payments, and its statement has not come. */
export const statementStates = ['same', 'differs', 'missing'] as const
export type StatementState = (typeof statementStates)[number]

/** Asked from the provider, or read from a file by the operator. */
export const statementSources = ['provider', 'file'] as const
export type StatementSource = (typeof statementSources)[number]

/** A day of payments, and how it compared with the provider's statement. */
export const StatementRun = z.object({
  day: Day,
  client: z.enum(onlineClients),
  /** The merchant's own account at the provider, with its masked number; null for that of the platform. */
  account: z.object({ pay_account_id: Id, account_no: z.string() }).nullable(),
  state: z.enum(statementStates),
  /** Null while the statement is missing. */
  source: z.enum(statementSources).nullable(),
  lines: z.int(),
  matched: z.int(),
  differing: z.int(),
  ours: Amounts,
  /** Null while the statement is missing. */
  theirs: Amounts.nullable(),
  currency: z.enum(currencies),
  /** When it was compared; null while the statement is missing. */
  ended_at: Instant.nullable(),
})
export type StatementRun = z.infer<typeof StatementRun>

/** The statement of a day of the merchant's own account, as its provider gives it out. */
export const statementUpload = {
  maxBytes: 8 * 1024 * 1024,
  types: ['text/csv', 'application/csv', 'text/plain', 'application/vnd.ms-excel'],
} as const
export const statementLinesAtMost = 10_000
/** So many days back a statement may be imported. */
export const statementDaysBack = 40

/** What came of comparing the file. */
export const ImportedStatement = z.object({
  day: Day,
  client: z.enum(onlineClients),
  account: z.object({ pay_account_id: Id, account_no: z.string() }),
  lines: z.int(),
  matched: z.int(),
  differing: z.int(),
  /** Lines whose number is none of this merchant's orders; they are not stored. */
  strangers: z.int(),
  ours: Amounts,
  theirs: Amounts,
  currency: z.enum(currencies),
})
export type ImportedStatement = z.infer<typeof ImportedStatement>

export const RunFilter = z.strictObject({
  client: z.enum(onlineClients).optional(),
  state: z.enum(statementStates).optional(),
})
