import type { Days } from '../../lib/day-range.ts'
import { useT } from '../../lib/i18n.tsx'
import { statisticsWords } from './statistics-words.ts'

/** A range of days in words. */
export function useDaysText(): (days: Days) => string {
  const t = useT(statisticsWords)
  return ({ from, to }) => {
    if (from === undefined) return to === undefined ? t('allTime') : t('upTo', { to })
    return to === undefined || from === to ? from : t('fromTo', { from, to })
  }
}
