/** What an agreement with the owner of a site means for a month. Days are those of the merchant. */
import { addDays, dayOf, type PastTerms, type Terms } from '@slotwise/contract'

import { daysIn, type Month, monthOfDay } from '../../kernel/month-days.ts'

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)

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

/** Days of a cooperation with the same terms. */
export type Part = Cooperation & Terms

/** Parts the days of a cooperation where the terms change. `past` is in the order of its days. */
export function partsOf({ from, to }: Cooperation, present: Terms, past: readonly PastTerms[]): Part[] {
  const parts: Part[] = []
  let first = from
  for (const { until, coo_share, coo_rent } of [...past, { ...present, until: addDays(to, 1) }]) {
    const last = earlier(to, addDays(until, -1))
    if (last < first) continue
    const before = parts.at(-1)
    if (before?.coo_share === coo_share && before.coo_rent === coo_rent) {
      before.to = last
      before.days = daysIn(before.from, last)
    } else parts.push({ from: first, to: last, days: daysIn(first, last), coo_share, coo_rent })
    first = addDays(last, 1)
  }
  return parts
}

/** Rounds shares of one sum so that they add up to the sum, rounded half-up and never below nothing. */
function roundedParts(parts: readonly number[], whole: number): number[] {
  let exact = 0
  let given = 0
  return parts.map((part) => {
    exact += part
    const upToHere = Math.floor((2 * Math.max(0, exact) + whole) / (2 * whole))
    const amount = upToHere - given
    given = upToHere
    return amount
  })
}

/** What the owner gets of the takings of each part. Refunds of a later part take back what an earlier one gave. */
export const sharesOf = (parts: readonly { base: number; coo_share: number | null }[]): number[] =>
  roundedParts(
    parts.map(({ base, coo_share: share }) => base * Math.round((share ?? 0) * 100)),
    10_000,
  )

/** The rent for the days of each part. */
export const rentsFor = (
  parts: readonly { days: number; coo_rent: number | null }[],
  monthDays: number,
): number[] =>
  roundedParts(
    parts.map(({ days, coo_rent: rent }) => days * (rent ?? 0)),
    monthDays,
  )
