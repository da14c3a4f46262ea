/** Which days a recount of each night looks at. */
import { addDays } from '@slotwise/contract'

import { dayMs } from './moments.ts'

/** Days of a merchant; both ends are included. */
export type Range = { from: string; to: string }

const monthOf = (day: string): string => `${day.slice(0, 8)}01`
const nextMonth = (month: string): string => monthOf(addDays(month, 31))

/** Yesterday and today, and one older month since `first`, another one each night. */
export function nightlyDays({
  first,
  today,
  now,
}: {
  first: string | undefined
  today: string
  now: Date
}): Range[] {
  const ranges = [{ from: addDays(today, -1), to: today }]
  const older: string[] = []
  for (
    let month = first && monthOf(first);
    month !== undefined && month < monthOf(today);
    month = nextMonth(month)
  )
    older.push(month)
  const month = older[Math.floor(now.getTime() / dayMs) % older.length]
  if (month !== undefined) ranges.push({ from: month, to: addDays(nextMonth(month), -1) })
  return ranges
}
