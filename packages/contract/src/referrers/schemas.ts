import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, requiredText, Revision, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Percent } from '../kernel/percent.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'
import { Day, Instant, Month } from '../kernel/time.ts'

const whole = {
  name: requiredText(60),
  /** The merchant's own number for the referrer. No two referrers have the same. */
  number: requiredText(40),
  /** Stores whose sales count for the referrer; none means all sales of the merchant. */
  region: Ids,
  /** In percent of the net income of the region. */
  commission: Percent,
}
const referrerFields = { ...whole, region: whole.region.default([]) }
export const ReferrerInput = z.strictObject(referrerFields)
/** Fields that are left out stay as they are. */
export const ReferrerEdit = z
  .strictObject(whole)
  .partial()
  .extend({ referrer_id: Id, rev: Revision.optional() })

const figures = {
  /** Sales in the region. Vouchers and remote dispensing cost nothing and are not among them. */
  sales: z.int(),
  /** What customers paid, without what was given back. */
  income: Cents,
  refund: Cents,
  /** Vouchers that were made for the referrer in the month, without deleted ones. */
  vouchers: z.int(),
  /** Vouchers of the referrer that were used in the month, whenever they were made. */
  vouchers_used: z.int(),
  /** The commission in cents, rounded half-up. */
  commission_amt: Cents,
}

/** The sums of all referrers that a filter finds. Sales in several regions count for each of them. */
export const ReferrerTotal = z.object({
  vouchers: figures.vouchers,
  vouchers_used: figures.vouchers_used,
  commission_amt: figures.commission_amt,
})
export type ReferrerTotal = z.infer<typeof ReferrerTotal>

/** Days of a month with the same terms, which are not those of the referrer now where they were changed later. */
const ReferrerPart = z.object({
  from: Day,
  to: Day,
  commission: z.number(),
  /** The names of the stores; none means all. */
  region_names: z.array(z.string()),
  income: Cents,
})
export type ReferrerPart = z.infer<typeof ReferrerPart>

/** A referrer with its present terms, and the figures of a month by the terms of its days. */
export const Referrer = z.object({
  ...referrerFields,
  commission: z.number(),
  referrer_id: Id,
  rev: Revision,
  /** The names of the stores, in the order of `region`; deleted stores keep theirs. */
  region_names: z.array(z.string()),
  /** A deleted referrer stands in the statements of the months before. */
  deleted: z.boolean(),
  created_at: Instant,
  /** The days of the month that count, parted where the terms changed. */
  parts: z.array(ReferrerPart),
  ...figures,
})
export type Referrer = z.infer<typeof Referrer>

/** Else the newest first. */
export const referrerOrders = ascendingAndDescending(
  'name',
  'commission',
  'sales',
  'income',
  'vouchers_used',
  'commission_amt',
)
export const ReferrerFilter = z.strictObject({
  /** Searched in name and number. */
  q: text(60).optional(),
  /** Referrers for whom sales of this store count in the month. */
  store: Id.optional(),
  /** The month of the figures; the present one when left out. */
  month: Month.optional(),
  ids: Ids.optional(),
  order: z.enum(referrerOrders).optional(),
})

export const ReferrerPickFilter = z.strictObject({
  q: text(60).optional(),
  /** Ids already chosen, so that a form can show their names. Deleted referrers are named, too. */
  ids: Ids.optional(),
})
export const ReferrerPick = z.object({
  referrer_id: Id,
  name: z.string(),
  number: z.string(),
  deleted: z.boolean(),
})
export type ReferrerPick = z.infer<typeof ReferrerPick>

/** What a referrer gets for a month, with the sales of each store. */
export const ReferrerStatement = Referrer.extend({
  month: Month,
  /** `store` is null for sales at machines that stood in no store. */
  by_store: z.array(
    z.object({
      store: Id.nullable(),
      store_name: z.string(),
      sales: z.int(),
      income: Cents,
      refund: Cents,
    }),
  ),
})
export type ReferrerStatement = z.infer<typeof ReferrerStatement>

export const ExportReferrers = z.strictObject({
  format: ExportFormat,
  condition: ReferrerFilter.prefault({}),
})
