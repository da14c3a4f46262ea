/** Sales by hour, from the sums that know the places of a selection. */
import type { Ctx } from '../../kernel/ctx.ts'
import { daysBefore, hourMs } from '../../kernel/moments.ts'
import { type Hours, type HourSales, salesByDeviceHour, salesByStoreHour } from './figures-queries.ts'
import { namesDevices, type Selection } from './selected-queries.ts'
import { addNamed, deviceHourDays, type Figures } from './sums-model.ts'
import { addUpBills, hoursOfBills } from './total-queries.ts'

/**
 * By hour and payment. The sums by store know no machines, and those by machine are kept for some days; for machines
 * and older hours the bills themselves are read.
 */
export function salesByHour<Name extends keyof Figures>(
  ctx: Ctx,
  selection: Selection,
  hours: Hours,
  names: readonly Name[],
): Promise<HourSales<Name>[]> {
  if (!namesDevices(selection)) return salesByStoreHour(ctx, selection, hours, names)
  if (hours.since >= daysBefore(ctx.now, deviceHourDays))
    return salesByDeviceHour(ctx, selection, hours, names)
  return hoursOfBills(ctx, { ...selection, ...hours })
}

/** The figures from the beginning of an hour up to any moment: whole hours by their sums, the rest by its bills. */
export async function salesUntil<Name extends keyof Figures>(
  ctx: Ctx,
  selection: Selection,
  { since, before }: Hours,
  names: readonly Name[],
): Promise<Pick<Figures, Name>> {
  const hour = new Date(Math.floor(before.getTime() / hourMs) * hourMs)
  const whole = await salesByHour(ctx, selection, { since, before: hour }, names)
  const rest = await addUpBills(ctx, { ...selection, since: hour, before })
  return addNamed(names, [...whole, ...rest])
}
