import { dayOf, dayRange, rangeNames, startOfDay, addDays } from '@slotwise/contract'
import { useEffect, useState } from 'react'
import { z } from 'zod'

import { useSession } from './session.ts'

/** The ranges of days that a list of bills offers. */
export const listRanges = [...rangeNames, 'all'] as const
export type ListRange = (typeof listRanges)[number]

/** In the address, beside the days of the filter: a link with a range means the same range tomorrow. */
export const rangeField = { range: z.enum(listRanges).optional() }

export type Days = { from?: string | undefined; to?: string | undefined }
type Chosen = Days & { range?: ListRange | undefined }

/** The range in effect; undefined when the user has chosen days. */
export function rangeOf({ from, to, range }: Chosen, standing: ListRange = 'today'): ListRange | undefined {
  if (from !== undefined || to !== undefined) return undefined
  return range ?? standing
}

/** The days in effect. `all` has no ends. */
export function daysOf(chosen: Chosen, today: string, standing?: ListRange): Days {
  const range = rangeOf(chosen, standing)
  if (range === 'all') return {}
  return range === undefined ? { from: chosen.from, to: chosen.to } : dayRange(range, today)
}

/** The merchant's day, also after midnight. */
export function useToday(): string {
  const offset = useSession()?.utcOffsetMinutes ?? 0
  const [today, setToday] = useState(() => dayOf(new Date(), offset))
  useEffect(() => {
    const ends = startOfDay(addDays(today, 1), offset).getTime()
    const timer = setTimeout(() => setToday(dayOf(new Date(), offset)), Math.max(0, ends - Date.now()))
    return () => clearTimeout(timer)
  }, [today, offset])
  return today
}
