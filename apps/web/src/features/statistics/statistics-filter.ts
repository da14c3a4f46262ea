import { addDays, TrendFilter } from '@slotwise/contract'
import { z } from 'zod'

import { type Days, daysOf, rangeField } from '../../lib/day-range.ts'

/** The filter of a page: place and days as in the call, a range of days by its name, and the order of its rows. */
export const pageFilter = (sorts: readonly string[]) =>
  TrendFilter.safeExtend({ ...rangeField, sort: z.enum([...sorts]).optional() })
export type PageFilter = z.output<ReturnType<typeof pageFilter>>

export const standardSort = '-income'

/** What the figures are about: the place and the days, without the order. */
export function conditionOf(filter: PageFilter, today: string): z.input<typeof TrendFilter> {
  const { range: _, sort: __, ...condition } = filter
  return { ...condition, ...daysOf(filter, today) }
}

/** A place, or goods, to which a page is narrowed. */
export type NarrowedTo = { area?: string; store?: string; sn?: string; device?: string; goods_id?: string }

/**
 * The address of a page that shows the figures of one row in detail: with the days of this page, and with its places,
 * because the row counts nothing else.
 */
export function addressTo(path: string, { sort: _, ...filter }: PageFilter, narrowedTo: NarrowedTo): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filter, ...narrowedTo }))
    if (value !== undefined) search.set(name, value)
  return search.size === 0 ? path : `${path}?${search}`
}

const dayMs = 86_400_000

/** The days that the server compares with: as many, just before. Undefined where the range has no beginning. */
export function daysBefore({ from, to }: Days, today: string): { from: string; to: string } | undefined {
  if (from === undefined) return undefined
  const end = to ?? (from > today ? from : today)
  const length = (Date.parse(end) - Date.parse(from)) / dayMs + 1
  return { from: addDays(from, -length), to: addDays(from, -1) }
}
