import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, text } from '../kernel/fields.ts'
import { Cents } from '../kernel/money.ts'
import { Day, Month } from '../kernel/time.ts'
import { payClients } from '../payments/clients.ts'
import { cooperationModes } from '../regions/schemas.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'

const amounts = {
  /** What customers paid at the site on the days of cooperation, and got back. */
  taken: Cents,
  refunded: Cents,
  count: z.int(),
  /** taken - refunded: what the share is taken of. */
  base: Cents,
  share_amt: Cents,
  rent_amt: Cents,
  /** What the site's owner gets. */
  due: Cents,
}

const terms = {
  /** In percent; null where no share is agreed. */
  coo_share: z.number().nullable(),
  /** For a whole month; null where no rent is agreed. */
  coo_rent: Cents.nullable(),
}

/** Days of a month with the same terms. The amounts of all parts add up to those of the statement. */
export const SitePart = z.object({
  from: Day,
  to: Day,
  days: z.int(),
  ...terms,
  base: Cents,
  share_amt: Cents,
  rent_amt: Cents,
})
export type SitePart = z.infer<typeof SitePart>

/** The sums of all statements that a filter finds. */
export const SiteTotal = z.object(amounts)
export type SiteTotal = z.infer<typeof SiteTotal>

/** What the owner of a site gets for a month. */
export const SiteStatement = z.object({
  store: Id,
  store_name: z.string(),
  store_address: z.string(),
  area_name: z.string().nullable(),
  customer_no: z.string(),
  /** A deleted store keeps its statements; its cooperation ended on that day at the latest. */
  deleted: z.boolean(),
  coo_mode: z.enum(cooperationModes),
  /** What was agreed at the end of the month. */
  ...terms,
  /** More than one where the terms changed in the month. */
  parts: z.array(SitePart),
  /** The days of the month on which the cooperation ran; null where it did not. */
  from: Day.nullable(),
  to: Day.nullable(),
  days: z.int(),
  month_days: z.int(),
  ...amounts,
})
export type SiteStatement = z.infer<typeof SiteStatement>

/** Else by the names of the stores. */
export const siteOrders = ascendingAndDescending('store', 'count', 'taken', 'refunded', 'base', 'due')
export const SiteFilter = z.strictObject({
  /** The month before the current one when left out. */
  month: Month.optional(),
  area: Id.optional(),
  store: Id.optional(),
  q: text(60).optional(),
  ids: Ids.optional(),
  order: z.enum(siteOrders).optional(),
})

/** The statement of one store, with the takings by way of payment and by day. */
export const SiteDetail = SiteStatement.extend({
  month: Month,
  by_client: z.array(z.object({ client: z.enum(payClients), taken: Cents, refunded: Cents, count: z.int() })),
  by_day: z.array(z.object({ day: Day, taken: Cents, refunded: Cents, count: z.int() })),
})
export type SiteDetail = z.infer<typeof SiteDetail>

export const ExportSites = z.strictObject({ format: ExportFormat, condition: SiteFilter.prefault({}) })
