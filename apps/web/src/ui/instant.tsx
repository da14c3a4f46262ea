import { useSession } from '../lib/session.ts'

/** `2026-03-01 17:05` in the merchant's zone, wherever the reader is. */
export const formatInstant = (iso: string, utcOffsetMinutes: number): string =>
  new Date(Date.parse(iso) + utcOffsetMinutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')

export function Instant({ at }: { at: string }) {
  const offset = useSession()?.utcOffsetMinutes ?? 0
  return (
    <time className="sw-figures" dateTime={at}>
      {formatInstant(at, offset)}
    </time>
  )
}
