/** What an agreement with the owner of a site means for a month. Days are those of the merchant. */
import { addDays, dayOf, dayRange } from '@slotwise/contract'

export type Month = { first: string; last: string; days: number }

const dayMs = 86_400_000
/** How many days a range has, both ends included. */
const daysIn = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1
const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)
const monthOfDay = (day: string): string => day.slice(0, 7)

/** `month` is written as 2026-11. */
export function daysOfMonth(month: string): Month {
  const first = `${month}-01`
  const last = addDays(`${monthOfDay(addDays(first, 31))}-01`, -1)
  return { first, last, days: daysIn(first, last) }
}

export const monthBefore = (today: string): string => monthOfDay(dayRange('lastMonth', today).from)

export type Cooperation = { from: string; to: string; days: number }
type Dates = {
  coo_start_date: string | null
  coo_end_date: string | null
  created_at: Date
  deleted_at: Date | null
}

/**
 * The days of a month on which the cooperation ran; undefined when it did not. Without a first day it begins with the
 * month in which the store was added. A deleted store ends on the day on which it was deleted.
 */
export function cooperationIn(
  { first, last }: Month,
  { coo_start_date: start, coo_end_date: end, created_at: added, deleted_at: deleted }: Dates,
  utcOffsetMinutes: number,
): Cooperation | undefined {
  const from = later(first, start ?? `${monthOfDay(dayOf(added, utcOffsetMinutes))}-01`)
  const ends = [last, ...(end ? [end] : []), ...(deleted ? [dayOf(deleted, utcOffsetMinutes)] : [])]
  const to = ends.reduce(earlier)
  return from > to ? undefined : { from, to, days: daysIn(from, to) }
}

/** A share of an amount, half-up and never below nothing. The share is in hundredths of a percent. */
export const shareOf = (base: number, share: number): number =>
  base <= 0 ? 0 : Math.floor((base * share + 5_000) / 10_000)

/** The part of a month's rent for some of its days, half-up. */
export const rentFor = (rent: number, days: number, monthDays: number): number =>
  Math.floor((2 * rent * days + monthDays) / (2 * monthDays))
