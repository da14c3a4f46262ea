import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Job } from '../jobs/schemas.ts'
import { daysInOrder } from '../kernel/days-in-order.ts'
import { Id, requiredText, Revision } from '../kernel/fields.ts'
import { locales } from '../kernel/locale.ts'
import { always } from '../kernel/rules.ts'
import { Sn } from '../kernel/sn.ts'
import { addDays, Day, Instant } from '../kernel/time.ts'
import { payClients } from '../payments/clients.ts'

/** What a row of a report is about; `bill` is all sales together. */
export const reportScales = ['area', 'store', 'device', 'goods', 'bill'] as const
export type ReportScale = (typeof reportScales)[number]
/** The time that a row covers: a month, a week from Monday, a day, or one deal. Deals are bills whatever the scale. */
export const reportPrecisions = ['month', 'week', 'day', 'deal'] as const
export type ReportPrecision = (typeof reportPrecisions)[number]

/** A report covers at most so many days. */
export const maxReportDays = 366 * 3

const places = {
  area: Id.optional(),
  store: Id.optional(),
  sn: Sn.optional(),
  client: z.enum(payClients).optional(),
}

type Days = { from: string; to: string }
/** Days are the merchant's, both included. */
export const ReportFilter = z
  .strictObject({ from: Day, to: Day, ...places })
  .check(daysInOrder)
  .check(always<Days>(({ from, to }) => to < addDays(from, maxReportDays), 'to', 'v:reportTooLong'))
export type ReportFilter = z.infer<typeof ReportFilter>

const content = {
  data_scale: z.enum(reportScales),
  data_precision: z.enum(reportPrecisions),
  locale: z.enum(locales),
  format: ExportFormat,
}

export const ReportOrder = z.strictObject({ ...content, condition: ReportFilter })
export type ReportOrder = z.infer<typeof ReportOrder>

const placeNames = {
  area_name: z.string().nullable(),
  store_name: z.string().nullable(),
  dev_title: z.string().nullable(),
}

/** A report that was made or is being made, with what was ordered. */
export const Report = Job.extend({
  ...content,
  condition: z.object({ from: Day, to: Day, ...places }),
  ...placeNames,
  /** The name of the plan that ordered it; null when it was ordered by hand. */
  plan_name: z.string().nullable(),
  /** When it is deleted. */
  expires_at: Instant,
})
export type Report = z.infer<typeof Report>

/** A plan makes a report of each day, of each week on Monday, or of each month on the first, for the one before. */
export const planRhythms = ['day', 'week', 'month'] as const
export type PlanRhythm = (typeof planRhythms)[number]

export const maxReportPlans = 20

const planFields = { name: requiredText(40), rhythm: z.enum(planRhythms), ...content, ...places }
export const AddReportPlan = z.strictObject(planFields)
export type AddReportPlan = z.infer<typeof AddReportPlan>
export const EditReportPlan = z.strictObject({ plan: Id, rev: Revision.optional(), ...planFields })

export const ReportPlan = z.object({
  plan: Id,
  rev: Revision,
  ...planFields,
  name: z.string(),
  /** The moment from which the next one is made. */
  next_at: Instant,
  ...placeNames,
})
export type ReportPlan = z.infer<typeof ReportPlan>
