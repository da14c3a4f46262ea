import { fill, type Locale } from '@slotwise/contract'

import { durationWords } from './duration-words.ts'

/** A duration in its two largest units. */
export function durationText(locale: Locale, ms: number): string {
  const texts = durationWords[locale]
  const all = Math.max(0, Math.floor(ms / 60_000))
  const days = Math.floor(all / 1_440)
  const hours = Math.floor((all % 1_440) / 60)
  const minutes = all % 60
  if (days > 0) return fill(hours > 0 ? texts.daysHours : texts.days, { days, hours })
  if (hours > 0) return fill(minutes > 0 ? texts.hoursMinutes : texts.hours, { hours, minutes })
  return minutes > 0 ? fill(texts.minutes, { minutes }) : texts.moment
}
