/** Months of statements. Days are those of the merchant. */
import { addDays, dayRange } from '@slotwise/contract'

import { dayMs } from './moments.ts'

export type Month = { first: string; last: string; days: number }

/** How many days a range has, both ends included. */
export const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1

export const monthOfDay = (day: string): string => day.slice(0, 7)

/** `month` is written as 2026-11. */
export function daysOfMonth(month: string): Month {
  const first = `${month}-01`
  const last = addDays(`${monthOfDay(addDays(first, 31))}-01`, -1)
  return { first, last, days: daysIn(first, last) }
}

export const monthBefore = (today: string): string => monthOfDay(dayRange('lastMonth', today).from)
