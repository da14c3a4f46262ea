/**
 * What a machine usually earns: the average of the 28 whole days before today. A machine that came later counts by its
 * own days.
 */
import { addDays, countryFacts, dayOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { dayMs } from '../../kernel/moments.ts'
import { todayOf } from './period.ts'

const usualDays = 28

type Day = Pick<Ctx, 'now' | 'tenant'>

/** The days whose sales say what is usual. */
export function usualPeriod(ctx: Day): { from: string; to: string } {
  const today = todayOf(ctx)
  return { from: addDays(today, -usualDays), to: addDays(today, -1) }
}

/** Over how many days the sales of a machine in that period are spread, by the time when it came. */
export function usualDaysOf(ctx: Day, boundAt: Date): number {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const age = (Date.parse(todayOf(ctx)) - Date.parse(dayOf(boundAt, utcOffsetMinutes))) / dayMs
  return Math.min(usualDays, Math.max(1, age))
}
