import { clockOf, dayOf } from '@slotwise/contract'

import { useSession } from '../lib/session.ts'

/** `2026-03-01 17:05` in the merchant's time zone, whatever the reader's. */
export function formatInstant(iso: string, utcOffsetMinutes: number): string {
  const instant = new Date(iso)
  return `${dayOf(instant, utcOffsetMinutes)} ${clockOf(instant, utcOffsetMinutes)}`
}

/** The seconds of an instant, which are the same in every time zone that merchants can have. */
export const secondsOf = (iso: string): string => iso.slice(16, 19)

export function Instant({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const offset = useSession()?.utcOffsetMinutes ?? 0
  return (
    <time className="sw-figures" dateTime={at}>
      {formatInstant(at, offset)}
      {seconds && secondsOf(at)}
    </time>
  )
}
