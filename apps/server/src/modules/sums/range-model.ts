/**
 * How a range of days is added up: by the sums of whole months, and at its two ends by the sums of days. A month that
 * the range cuts is either added up by the days inside, or taken whole and reduced by the days outside, whichever are
 * fewer.
 */
import { addDays } from '@slotwise/contract'

import { daysIn } from '../../kernel/month-days.ts'
import { monthOf } from './figures-model.ts'

/** Days of the merchant, both included; without an end the range is open there. */
export type DaysRange = { from?: string | undefined; to?: string | undefined }

/** Days that are added (1) or taken off (-1). */
type Days = { from: string; to: string; sign: 1 | -1 }

export type RangeParts = {
  /** First days of months, both included; undefined when no month is taken whole. */
  months: DaysRange | undefined
  days: Days[]
}

const lastOfMonth = (month: string): string => addDays(nextMonth(month), -1)
const nextMonth = (month: string): string => monthOf(addDays(month, 31))
const daysUpTo = (from: string, to: string): number => (from > to ? 0 : daysIn(from, to))

const earlier = (a: string, b: string): string => (a < b ? a : b)

/** `last` is the last day that may have sales: days after it cost nothing to read. */
export function partsOf({ from, to }: DaysRange, last: string): RangeParts {
  const first = from === undefined ? undefined : cutMonth(monthOf(from), from, to, last)
  const isOneMonth = from !== undefined && to !== undefined && monthOf(from) === monthOf(to)
  const final = to === undefined || isOneMonth ? undefined : cutMonth(monthOf(to), undefined, to, last)
  const months: DaysRange = {
    from: from === undefined ? undefined : first?.isWhole ? monthOf(from) : nextMonth(monthOf(from)),
    to: to === undefined ? undefined : monthOf(to),
  }
  if (to !== undefined && !isOneMonth && !final?.isWhole) months.to = monthOf(addDays(monthOf(to), -1))
  const isEmpty = months.from !== undefined && months.to !== undefined && months.from > months.to
  return { months: isEmpty ? undefined : months, days: [...(first?.days ?? []), ...(final?.days ?? [])] }
}

type Cut = { isWhole: boolean; days: Days[] }

function cutMonth(month: string, from = month, to: string | undefined, last: string): Cut {
  const end = lastOfMonth(month)
  const until = to === undefined ? end : earlier(to, end)
  const outside = [
    { from: month, to: addDays(from, -1) },
    { from: addDays(until, 1), to: end },
  ].filter((days) => days.from <= days.to)
  const outsideDays = outside.reduce((sum, days) => sum + daysUpTo(days.from, earlier(days.to, last)), 0)
  if (outside.length > 0 && daysUpTo(from, earlier(until, last)) <= outsideDays)
    return { isWhole: false, days: [{ from, to: until, sign: 1 }] }
  return { isWhole: true, days: outside.map((days) => ({ ...days, sign: -1 })) }
}
