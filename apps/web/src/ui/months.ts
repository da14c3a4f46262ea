import { dayRange } from '@slotwise/contract'

import { useToday } from '../lib/day-range.ts'
import { useLocale } from '../lib/i18n.tsx'

const monthOf = (day: string): string => day.slice(0, 7)

/** The present month of the merchant, and the one before, of which statements are made as a rule. */
export function useMonths(): { present: string; standing: string } {
  const today = useToday()
  return { present: monthOf(today), standing: monthOf(dayRange('lastMonth', today).from) }
}

/** `2026-11` as `November 2026` or `2026年11月`. */
export function useMonthText(): (month: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (month) => format.format(new Date(`${month}-01T00:00:00Z`))
}
