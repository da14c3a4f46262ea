import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, requiredText, Revision, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { always } from '../kernel/rules.ts'
import { Day, Instant } from '../kernel/time.ts'
import { Orderno } from '../payments/orderno.ts'
import { bothWays } from '../kernel/paging.ts'

/** A discount takes a percentage off the price, cash an amount. */
export const couponTypes = ['discount', 'cash'] as const
export type CouponType = (typeof couponTypes)[number]

/** For how long a customer's received coupons are counted. */
export const couponPeriods = ['day', 'week', 'month'] as const
export type CouponPeriod = (typeof couponPeriods)[number]

/** A deleted coupon can neither be received nor used. */
export const couponStates = ['usable', 'deleted'] as const
/** Where today lies in its dates. */
export const couponPhases = ['upcoming', 'running', 'ended'] as const
export type CouponPhase = (typeof couponPhases)[number]

/** Percent off, and cents off. */
const couponPercentMost = 99
const couponCashMost = 1_000_000
const couponQuantityMost = 10_000_000
const couponLimitMost = 1_000

const couponFields = {
  name: requiredText(40),
  type: z.enum(couponTypes).default('discount'),
  /** Percent off the price, or cents off it. */
  value: z.int({ error: 'v:couponValue' }).min(1, { error: 'v:couponValue' }),
  /** How many can be received; 0 for any number. */
  quantity: z.int().min(0).max(couponQuantityMost).default(0),
  limit_period: z.enum(couponPeriods).default('day'),
  /** How many one customer can receive in a period; 0 for any number. */
  limit_count: z.int().min(0).max(couponLimitMost).default(1),
  /** The first and the last day, in the zone of the merchant. */
  start_date: Day.nullable().default(null),
  end_date: Day.nullable().default(null),
  /** The stores in which it can be used; none for all. */
  regions: Ids.default([]),
}

type CouponDraft = { [K in keyof typeof couponFields]?: z.output<(typeof couponFields)[K]> | undefined }
const mostOf = (type: CouponType | undefined): number =>
  type === 'cash' ? couponCashMost : couponPercentMost
const couponRules = [
  always<CouponDraft>(
    ({ type, value }) => type === 'cash' || value === undefined || value <= mostOf(type),
    'value',
    'v:couponPercent',
  ),
  always<CouponDraft>(
    ({ type, value }) => type !== 'cash' || value === undefined || value <= mostOf(type),
    'value',
    'v:couponCash',
  ),
  always<CouponDraft>(
    ({ start_date: start, end_date: end }) => !start || !end || start <= end,
    'end_date',
    'v:endBeforeStart',
  ),
] as const

export const CouponInput = z.strictObject(couponFields).check(...couponRules)
export const CouponEdit = z
  .strictObject({ ...couponFields, coupon_id: Id, rev: Revision.optional() })
  .check(...couponRules)
export const Coupon = z.object({
  ...couponFields,
  coupon_id: Id,
  rev: Revision,
  region_names: z.array(z.string()),
  state: z.enum(couponStates),
  phase: z.enum(couponPhases),
  received: z.int(),
  used: z.int(),
  /** What was taken off the prices of the sales with it, and what was paid for them. */
  discount_sum: Cents,
  paid_sum: Cents,
  /** The page on which a buyer receives it. */
  url: z.string(),
  created_at: Instant,
})
export type Coupon = z.infer<typeof Coupon>

/** Else the newest first. */
export const couponOrders = bothWays('name', 'received', 'end')
export const CouponFilter = z.strictObject({
  q: text(40).optional(),
  ids: Ids.optional(),
  type: z.enum(couponTypes).optional(),
  /** Usable ones, unless told otherwise. */
  state: z.enum(couponStates).optional(),
  order: z.enum(couponOrders).optional(),
})

/** A received coupon: reserved while an order with it waits for its payment. */
export const cardCouponStates = ['received', 'reserved', 'used'] as const
export type CardCouponState = (typeof cardCouponStates)[number]

/** What buyers type; cards are not looked up. */
export const CouponCardno = text(40)

export const CardCoupon = z.object({
  card_coupon_id: Id,
  coupon_id: Id,
  coupon_name: z.string(),
  /** The beginning and the end, because a reader who knows the whole code can use the coupon. */
  code: z.string(),
  /** Empty for a browser without a card. */
  cardno: z.string(),
  state: z.enum(cardCouponStates),
  received_at: Instant,
  used_at: Instant.nullable(),
  orderno: Orderno.nullable(),
  /** What was taken off, and what was paid; null while it is not used. */
  discount: Cents.nullable(),
  paid: Cents.nullable(),
})
export type CardCoupon = z.infer<typeof CardCoupon>
export const CardCouponFilter = z.strictObject({
  ids: Ids.optional(),
  coupon_id: Id.optional(),
  state: z.enum(cardCouponStates).optional(),
  cardno: CouponCardno.optional(),
  orderno: Orderno.optional(),
})

export const ExportCoupon = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('coupon'), format: ExportFormat, condition: CouponFilter.prefault({}) }),
  z.strictObject({
    kind: z.literal('received'),
    format: ExportFormat,
    condition: CardCouponFilter.prefault({}),
  }),
])
