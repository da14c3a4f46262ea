import { Cash, faultCodes, machineTypes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { daysInOrder } from '../kernel/days-in-order.ts'
import { Id, Ids, PlaceId, Sign, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { Day, Instant } from '../kernel/time.ts'
import { payClients } from '../payments/clients.ts'
import { Orderno, OrdernoPart } from '../payments/orderno.ts'
import { payStates } from '../payments/schemas.ts'
import { stockReasons } from '../slots/stock.ts'
import { billStatuses } from './status.ts'

/** What a sale differs in from what the merchant's books say. */
export const oddities = [
  'slot',
  'goods',
  'price',
  'order',
  'again',
  'after_refund',
  'clock',
  'restored',
  'late_gift',
  'voucher',
  'cash',
] as const

/** The payment provider, the points of the member's card, or the merchant by hand. */
export const refundWays = ['provider', 'card', 'hand'] as const
export type RefundWay = (typeof refundWays)[number]

const BillStatus = z.literal(billStatuses)

/** One slot of a sale. */
export const BillGoods = z.object({
  channel_sn: z.int(),
  /** Null where the slot had no goods. */
  goods_id: Id.nullable(),
  title: z.string(),
  /** The price of a piece. */
  price: Cents,
  quantity: z.int(),
  /** The pieces that came out; null until the machine has reported. */
  delivered: z.int().nullable(),
  fault: z.enum(faultCodes).nullable(),
  /** The machine's own name for the fault, where it gave one. */
  raw: z.string().optional(),
})
export type BillGoods = z.infer<typeof BillGoods>

export const BuyBill = z.object({
  orderno: Orderno,
  status: BillStatus,
  client: z.enum(payClients),
  kind: z.enum(['buy', 'game']),
  total_price: Cents,
  /** What was taken off by a coupon. */
  discount: Cents,
  refunded: Cents,
  goods: z.array(BillGoods),
  dev_type: z.enum(machineTypes),
  sn: Sn,
  dev_title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  /** Decided by the server: whether `refund` would accept it from this caller now. */
  canRefund: z.boolean(),
  /** Who gives the money of a refund to the customer; it says nothing about bills that are never refunded. */
  refund_by: z.enum(refundWays),
  /** Remarks of the refund. */
  remarks: z.string(),
  oddities: z.array(z.enum(oddities)),
  create_at: Instant,
})
export type BuyBill = z.infer<typeof BuyBill>

const amount = z.int().min(0, { error: 'v:tooSmall' }).max(100_000_000)

const billFilterFields = {
  from: Day.optional(),
  to: Day.optional(),
  /** A number, or its beginning. */
  orderno: OrdernoPart.optional(),
  sn: Sn.optional(),
  /** One binding of a machine: the number on its label may have been bound several times. */
  device: Id.optional(),
  store: PlaceId.optional(),
  area: PlaceId.optional(),
  client: z.enum(payClients).optional(),
  status: z.array(BillStatus).max(billStatuses.length).optional(),
  goods_id: Id.optional(),
  min: amount.optional(),
  max: amount.optional(),
}
type Amounts = { min?: number | undefined; max?: number | undefined }
const amountsInOrder = always<Amounts>(
  ({ min, max }) => min === undefined || max === undefined || min <= max,
  'max',
  'v:maxBelowMin',
)
export const BuyBillFilter = z.strictObject(billFilterFields).check(daysInOrder).check(amountsInOrder)

/** Sums of a filter. `computed` is false where it would have taken too long; the filter has to be narrowed. */
export const BuyBillTotal = z.discriminatedUnion('computed', [
  z.object({
    computed: z.literal(true),
    count: z.int(),
    income: Cents,
    refund: Cents,
    successCount: z.int(),
    abnormalCount: z.int(),
    refundCount: z.int(),
  }),
  z.object({ computed: z.literal(false) }),
])
export type BuyBillTotal = z.infer<typeof BuyBillTotal>

export const refundStates = ['refunding', 'refunded', 'failed'] as const
/** A bill whose refund failed and was not asked for again is `not_retried`, with its last refund. */
export const refundFilterStates = [...refundStates, 'not_retried'] as const
export const refundKinds = ['auto', 'manual'] as const

/** One step in the life of a bill, in the order of time. */
export const BillStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ordered'), at: Instant, amount: Cents, discount: Cents }),
  z.object({ kind: z.literal('paid'), at: Instant, amount: Cents, client: z.enum(payClients) }),
  /** The machine was told that it is paid. */
  z.object({ kind: z.literal('sent'), at: Instant }),
  /** The machine is not told yet that it is paid, or never was. */
  z.object({ kind: z.literal('not_sent'), at: Instant }),
  /** The machine reported the end of the sale: when it happened, and when the report arrived. */
  z.object({
    kind: z.literal('reported'),
    at: Instant,
    happened_at: Instant,
    /** The machine's time as it was sent; it may be wrong. */
    sent_at: Instant.nullable(),
    /** What became of coins and paper money. */
    cash: Cash.optional(),
  }),
  /** The machine did not report in time. */
  z.object({ kind: z.literal('unconfirmed'), at: Instant }),
  z.object({
    kind: z.literal('refund_asked'),
    at: Instant,
    amount: Cents,
    by: z.enum(refundKinds),
    username: z.string(),
    remarks: z.string(),
  }),
  z.object({ kind: z.literal('refund_done'), at: Instant, amount: Cents }),
  z.object({ kind: z.literal('refund_failed'), at: Instant, amount: Cents, why: z.string() }),
  z.object({
    kind: z.literal('stock'),
    at: Instant,
    channel_sn: z.int(),
    goods: z.string().nullable(),
    reason: z.enum(stockReasons),
    before: z.int(),
    after: z.int(),
  }),
  /** Money booked for the merchant: net of the fee. Negative when it is taken back. */
  z.object({
    kind: z.literal('ledger'),
    at: Instant,
    amount: Cents,
    fee: Cents,
    /** Received by an account of the merchant's or its agent's own: it never enters the funds. */
    direct: z.literal(true).optional(),
  }),
])
export type BillStep = z.infer<typeof BillStep>

/** Why a bill cannot be refunded: `blocked` by the operator, `no_right` of the caller; the others lie in the bill. */
export const refundBars = [
  'cash',
  'nothing_paid',
  'refunding',
  'refunded',
  'working',
  'no_payment',
  'no_provider',
  'not_today',
  'blocked',
  'no_right',
] as const
export type RefundBar = (typeof refundBars)[number]

export const BillDetail = BuyBill.extend({
  /** Null where the caller may refund it now. */
  refund_bar: z.enum(refundBars).nullable(),
  merchant_order: z.string().nullable(),
  pay_state: z.enum(payStates).nullable(),
  /** The number of the card that paid; empty where none did. */
  cardno: z.string(),
  /** Until when the machine may still report, while it works. */
  due_at: Instant.nullable(),
  steps: z.array(BillStep),
})
export type BillDetail = z.infer<typeof BillDetail>

export const Refund = z.strictObject({
  orderno: Orderno,
  part_refund: z.boolean(),
  /** In cents. May be left out when everything is given back. */
  refund_fee: z.int().optional(),
  remarks: text(200),
  sign: Sign,
})

export const RefundBill = z.object({
  refund: Id,
  orderno: Orderno,
  client: z.enum(payClients),
  kind: z.enum(refundKinds),
  status: z.enum(refundStates),
  part_refund: z.boolean(),
  refund_fee: Cents,
  total_price: Cents,
  remarks: z.string(),
  /** Why it failed, or why it waits, where that is known; empty otherwise. */
  why: z.string(),
  username: z.string(),
  sn: Sn,
  dev_title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
  create_at: Instant,
  done_at: Instant.nullable(),
})
export type RefundBill = z.infer<typeof RefundBill>

export const RefundFilter = z
  .strictObject({
    from: Day.optional(),
    to: Day.optional(),
    orderno: OrdernoPart.optional(),
    client: z.enum(payClients).optional(),
    kind: z.enum(refundKinds).optional(),
    status: z.enum(refundFilterStates).optional(),
    ids: Ids.optional(),
  })
  .check(daysInOrder)

export const ExportBuyBill = z.strictObject({ format: ExportFormat, condition: BuyBillFilter.prefault({}) })
export const ExportRefundBill = z.strictObject({ format: ExportFormat, condition: RefundFilter.prefault({}) })

export const BillNumber = z.strictObject({ orderno: Orderno })
