/** Sales by hour, from the sums that know the places of a selection. */
import { addDays, countryFacts, startOfDay } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { after, daysBefore, hourMs } from '../../kernel/moments.ts'
import { type Hours, type HourSales, salesByDeviceHour, salesByStoreHour } from './figures-queries.ts'
import { namesDevices, type Selection } from './selected-queries.ts'
import { addNamed, deviceHourDays, type Figures } from './sums-model.ts'
import { addUpBills, addUpParts, type DayParts, hoursOfBills } from './total-queries.ts'

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
  return hoursOfBills(ctx, { ...selection, ...hours }, names)
}

/**
 * The figures of a day up to a moment in it. Few rows are read, however much was sold: the whole hours before the moment,
 * or the whole day less the hours after it, and the bills of half an hour at most, which are added or taken off.
 */
export async function salesUntil<Name extends keyof Figures>(
  ctx: Ctx,
  selection: Selection,
  { day, before }: { day: string; before: Date },
  names: readonly Name[],
): Promise<Pick<Figures, Name>> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const since = startOfDay(day, utcOffsetMinutes)
  const end = startOfDay(addDays(day, 1), utcOffsetMinutes)
  const rows =
    namesDevices(selection) && since < daysBefore(ctx.now, deviceHourDays)
      ? await addUpBills(ctx, { ...selection, since, before }, names)
      : await addUpParts(ctx, selection, dayPartsOf({ day, since, before, end }), names)
  return addNamed(names, rows)
}

type DayUntil = { day: string; since: Date; before: Date; end: Date }

function dayPartsOf({ day, since, before, end }: DayUntil): DayParts {
  const begun = new Date(Math.floor(before.getTime() / hourMs) * hourMs)
  const next = after(begun, hourMs)
  const isEarly = before.getTime() - begun.getTime() < hourMs / 2
  const whole = isEarly ? begun : next
  const isMorning = whole.getTime() - since.getTime() <= end.getTime() - whole.getTime()
  return {
    day: isMorning ? undefined : day,
    hours: isMorning ? { since, before: whole, sign: 1 } : { since: whole, before: end, sign: -1 },
    bills: isEarly ? { since: begun, before, sign: 1 } : { since: before, before: next, sign: -1 },
  }
}
