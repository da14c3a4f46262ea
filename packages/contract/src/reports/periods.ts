/** The stretches of time that a report has rows for, and the days that a plan makes a report of. */
import { addDays, type DayRange } from '../kernel/time.ts'
import type { PlanRhythm } from './schemas.ts'

/** Monday is 0. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** The first day of the month, of the week from Monday, or the day itself. */
const beginningOf = {
  month: (day: string) => `${day.slice(0, 8)}01`,
  week: (day: string) => addDays(day, -weekdayOf(day)),
  day: (day: string) => day,
} as const satisfies Record<PlanRhythm, (day: string) => string>

const longest = { month: 31, week: 7, day: 1 } as const satisfies Record<PlanRhythm, number>

/** The beginning of the next month, week or day. */
const nextBeginning = (rhythm: PlanRhythm, day: string): string => {
  const beginning = beginningOf[rhythm]
  return beginning(addDays(beginning(day), longest[rhythm]))
}

/** The months, weeks or days of a range, each clipped to the range. */
export function periodsOf({ from, to }: DayRange, rhythm: PlanRhythm): DayRange[] {
  const periods: DayRange[] = []
  for (let first = from; first <= to; first = nextBeginning(rhythm, first)) {
    const last = addDays(nextBeginning(rhythm, first), -1)
    periods.push({ from: first, to: last < to ? last : to })
  }
  return periods
}

/** The last whole day, week or month before today. */
export function periodBefore(rhythm: PlanRhythm, today: string): DayRange {
  const to = addDays(beginningOf[rhythm](today), -1)
  return { from: beginningOf[rhythm](to), to }
}

/** The day on which a plan makes its next report: when the present day, week or month is over. */
export const nextPlanDay = (rhythm: PlanRhythm, today: string): string => nextBeginning(rhythm, today)
