import { daysBefore } from './moments.ts'

/** A right clock may differ from ours by this much, in either direction. */
export const clockToleranceMs = 120_000
const trustedDays = 30

/** When something happened at a machine. */
export type Dated = {
  at: Date
  /** Whether `at` is the machine's time; otherwise it is the time of arrival. */
  byClock: boolean
  doubtful: boolean
}

/** Dates a message by its arrival, because its own time says nothing. */
export const arrivedAt = (now: Date): Dated => ({ at: now, byClock: false, doubtful: true })

/**
 * Dates a message by the machine's clock. A time in the future, or before the machine was bound, is wrong: the time
 * of arrival counts. A time of more than 30 days ago counts, because machines keep their sales for as long as they
 * have no connection, but it is doubtful.
 */
export function dateMessage(ts: number, now: Date, boundAt: Date): Dated {
  const isPossible = ts >= boundAt.getTime() - clockToleranceMs && ts <= now.getTime() + clockToleranceMs
  if (!isPossible) return arrivedAt(now)
  return {
    at: new Date(Math.min(ts, now.getTime())),
    byClock: true,
    doubtful: ts < daysBefore(now, trustedDays).getTime(),
  }
}
