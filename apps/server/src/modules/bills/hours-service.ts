/** Sales up to a moment of a day, from sums and the bills of the last half hour. */
import { addDays, countryFacts, startOfDay } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { after, daysBefore, hourMs } from '../../kernel/moments.ts'
import type { HourSales, SalesOf, SoldBy, TimeSpan } from '../../kernel/sold-by.ts'
import {
  addNamed,
  dailySumsOf,
  deviceHourDays,
  type Figures,
  hourlySumsOf,
  namesDevices,
} from '../sums/index.ts'
import { allBills } from './selected-queries.ts'
import { addUpBills, addUpHours, addUpParts, type DayParts } from './total-queries.ts'

/** Figures by hour and payment, of the bills themselves. */
export const hoursOfBills = <Name extends keyof Figures>(
  ctx: Ctx,
  sold: SoldBy,
  span: TimeSpan,
  names: readonly Name[],
): Promise<HourSales<Name>[]> =>
  addUpHours(ctx, allBills({ ...sold, from: undefined, to: undefined }, span), names)

/**
 * The figures of a day up to a moment in it. Few rows are read, however much was sold: the whole hours before the moment,
 * or the whole day less the hours after it, and the bills of half an hour at most, which are added or taken off.
 */
export async function salesUntil<Name extends keyof Figures>(
  ctx: Ctx,
  sales: SalesOf,
  { day, before }: { day: string; before: Date },
  names: readonly Name[],
): Promise<Pick<Figures, Name>> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const since = startOfDay(day, utcOffsetMinutes)
  const end = startOfDay(addDays(day, 1), utcOffsetMinutes)
  const rows =
    namesDevices(sales) && since < daysBefore(ctx.now, deviceHourDays)
      ? await addUpBills(ctx, allBills(sales, { since, before }), names)
      : await addUpParts(
          ctx,
          sales,
          { daily: dailySumsOf(sales), hourly: hourlySumsOf(sales) },
          dayPartsOf({ day, since, before, end }),
          names,
        )
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
