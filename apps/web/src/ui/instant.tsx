import { clockOf, dayOf } from '@slotwise/contract'

import { useSession } from '../lib/session.ts'

/** `2026-03-01 17:05` in the merchant's zone, wherever the reader is. */
export function formatInstant(iso: string, utcOffsetMinutes: number): string {
  const instant = new Date(iso)
  return `${dayOf(instant, utcOffsetMinutes)} ${clockOf(instant, utcOffsetMinutes)}`
}

export function Instant({ at }: { at: string }) {
  const offset = useSession()?.utcOffsetMinutes ?? 0
  return (
    <time className="sw-figures" dateTime={at}>
      {formatInstant(at, offset)}
    </time>
  )
}
