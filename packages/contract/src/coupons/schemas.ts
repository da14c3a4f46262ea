import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, requiredText, Revision, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { always } from '../kernel/rules.ts'
import { Day, Instant } from '../kernel/time.ts'
import { Orderno } from '../payments/orderno.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'

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

const whole = {
  name: requiredText(40),
  type: z.enum(couponTypes),
  /** Percent off the price, or cents off it. */
  value: z.int({ error: 'v:couponValue' }).min(1, { error: 'v:couponValue' }),
  /** How many can be received; 0 for any number. */
  quantity: z.int().min(0).max(couponQuantityMost),
  limit_period: z.enum(couponPeriods),
  /** How many one customer can receive in a period; 0 for any number. */
  limit_count: z.int().min(0).max(couponLimitMost),
  /** The first and the last day, in the zone of the merchant. */
  start_date: Day.nullable(),
  end_date: Day.nullable(),
  /** The stores in which it can be used; none for all. */
  regions: Ids,
}
const couponFields = {
  ...whole,
  type: whole.type.default('discount'),
  quantity: whole.quantity.default(0),
  limit_period: whole.limit_period.default('day'),
  limit_count: whole.limit_count.default(1),
  start_date: whole.start_date.default(null),
  end_date: whole.end_date.default(null),
  regions: whole.regions.default([]),
}

type CouponDraft = { [K in keyof typeof whole]?: z.output<(typeof whole)[K]> | undefined }
/** The rules between the fields of a coupon. A rule about a missing field is kept. */
export const couponRules = {
  couponPercent: {
    path: 'value',
    holds: ({ type, value = 0 }: CouponDraft) => type !== 'discount' || value <= couponPercentMost,
  },
  couponCash: {
    path: 'value',
    holds: ({ type, value = 0 }: CouponDraft) => type !== 'cash' || value <= couponCashMost,
  },
  endBeforeStart: {
    path: 'end_date',
    holds: ({ start_date: start, end_date: end }: CouponDraft) => !start || !end || start <= end,
  },
} as const
const checks = [
  always<CouponDraft>(couponRules.couponPercent.holds, 'value', 'v:couponPercent'),
  always<CouponDraft>(couponRules.couponCash.holds, 'value', 'v:couponCash'),
  always<CouponDraft>(couponRules.endBeforeStart.holds, 'end_date', 'v:endBeforeStart'),
] as const

export const CouponInput = z.strictObject(couponFields).check(...checks)
/** Fields that are left out stay as they are; the rules hold for the whole. */
export const CouponEdit = z
  .strictObject(whole)
  .partial()
  .extend({ coupon_id: Id, rev: Revision.optional() })
  .check(...checks)
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
export const couponOrders = ascendingAndDescending('name', 'received', 'end')
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

/** The beginning of the digest of a buyer's browser: enough to tell buyers apart, too little to name one. */
export const CouponBuyer = z.string().regex(/^[0-9a-f]{6}$/)

export const CardCoupon = z.object({
  card_coupon_id: Id,
  coupon_id: Id,
  coupon_name: z.string(),
  /** The beginning and the end, because a reader who knows the whole code can use the coupon. */
  code: z.string(),
  /** Empty for a browser without a card. */
  cardno: z.string(),
  buyer: CouponBuyer,
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
  buyer: CouponBuyer.optional(),
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
