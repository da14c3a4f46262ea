/** The ranges of the overview: whole days, weeks from Monday to Sunday, and months, those to come included. */
import { addDays, dayRange, type overviewRanges } from '@slotwise/contract'

type Range = (typeof overviewRanges)[number]

export function daysOf(range: Range, today: string): { from: string; to: string } {
  if (range === 'today') return { from: today, to: today }
  if (range === 'week') {
    const { from } = dayRange('thisWeek', today)
    return { from, to: addDays(from, 6) }
  }
  const { from } = dayRange('thisMonth', today)
  return { from, to: addDays(dayRange('thisMonth', addDays(from, 31)).from, -1) }
}
