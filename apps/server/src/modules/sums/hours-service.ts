/** Sales by hour, from the sums that know their places. */
import type { Ctx } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import type { HourSales, SalesOf, TimeSpan } from '../../kernel/sold-by.ts'
import type { Figures } from './figures-model.ts'
import { salesByDeviceHour, salesByStoreHour } from './figures-queries.ts'
import { namesDevices } from './places-queries.ts'
import { deviceHourDays } from './rollups-model.ts'

/**
 * By hour and payment. The sums by store know no machines, and those by machine are kept for some days; for machines
 * and older hours the bills themselves are read.
 */
export function salesByHour<Name extends keyof Figures>(
  ctx: Ctx,
  sales: SalesOf,
  span: TimeSpan,
  names: readonly Name[],
): Promise<HourSales<Name>[]> {
  if (!namesDevices(sales)) return salesByStoreHour(ctx, sales, span, names)
  if (span.since >= daysBefore(ctx.now, deviceHourDays)) return salesByDeviceHour(ctx, sales, span, names)
  return ctx.deps.hooks.hoursOfBills(ctx, sales, span, names)
}
