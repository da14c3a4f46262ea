import { clockOf, dayOf, startOfDay } from '@slotwise/contract'

import { dayMs, minuteMs } from '../../kernel/moments.ts'
import type { Rules } from './receiver-queries.ts'

type Quiet = Pick<Rules, 'not_disture' | 'start_notify' | 'end_notify'>

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** When the quiet hours end in which `now` is, by the merchant's clock; undefined outside of them. */
export function quietUntil(
  { not_disture: isOn, start_notify: start, end_notify: end }: Quiet,
  now: Date,
  utcOffsetMinutes: number,
): Date | undefined {
  const clock = clockOf(now, utcOffsetMinutes)
  const isQuiet = start < end ? start <= clock && clock < end : start <= clock || clock < end
  if (!isOn || start === end || !isQuiet) return undefined
  const today = startOfDay(dayOf(now, utcOffsetMinutes), utcOffsetMinutes).getTime()
  const endToday = today + minutesOf(end) * minuteMs
  return new Date(endToday > now.getTime() ? endToday : endToday + dayMs)
}
