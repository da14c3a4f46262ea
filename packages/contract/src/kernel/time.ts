import { z } from 'zod'

/** Instants travel as ISO 8601 in UTC, days as yyyy-mm-dd, clock times as HH:mm. */
export const Instant = z.iso.datetime()
/** Limits the years, because the database and JavaScript support different ranges. */
export const Day = z.iso
  .date({ error: 'v:day' })
  .refine((day) => day >= '1900-01-01' && day < '3000-01-01', { error: 'v:day' })
/** A month of the merchant, `2026-11`. */
export const Month = z.string().regex(/^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/, { error: 'v:day' })
export const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'v:clock' })

const dayMs = 86_400_000

/** The merchant's calendar day of an instant. */
export const dayOf = (instant: Date, utcOffsetMinutes: number): string =>
  new Date(instant.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(0, 10)

/** The merchant's local time at an instant, `17:05`. */
export const clockOf = (instant: Date, utcOffsetMinutes: number): string =>
  new Date(instant.getTime() + utcOffsetMinutes * 60_000).toISOString().slice(11, 16)

/** The instant at which a merchant's day begins. */
export const startOfDay = (day: string, utcOffsetMinutes: number): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - utcOffsetMinutes * 60_000)

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The date ranges every report and list offers; both ends are included. */
export const rangeNames = ['today', 'yesterday', 'thisWeek', 'thisMonth', 'lastMonth', 'last3Months'] as const
export type RangeName = (typeof rangeNames)[number]
export type DayRange = { from: string; to: string }

export function dayRange(name: RangeName, today: string): DayRange {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const firstOfMonth = `${today.slice(0, 8)}01`
  const lastOfPreviousMonth = addDays(firstOfMonth, -1)
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'thisWeek':
      return { from: addDays(today, -weekday), to: today }
    case 'thisMonth':
      return { from: firstOfMonth, to: today }
    case 'lastMonth':
      return { from: `${lastOfPreviousMonth.slice(0, 8)}01`, to: lastOfPreviousMonth }
    case 'last3Months':
      return { from: addDays(today, -89), to: today }
  }
}
