/**
 * Numbers of orders: 17 digits of time (UTC, to the millisecond) and 7 that follow from what the order is. The month
 * in which an order is stored follows from its number; the same sale gets the same number whenever it is stored.
 */
import { hash } from 'node:crypto'

const pattern = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{3})\d{7}$/

/** `what` tells the orders of one millisecond apart. */
export function ordernoOf(at: Date, what: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(what), 'buffer')
  const rest = String(digest.readUIntBE(0, 6) % 10_000_000).padStart(7, '0')
  return `${at.toISOString().replaceAll(/\D/g, '')}${rest}`
}

/** The time of an order; undefined when the text is no number of an order. */
export function timeOf(orderno: string): Date | undefined {
  const [, year, month, day, hour, minute, second, ms] = pattern.exec(orderno) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The parts of the time, and the values that they can have. */
const parts = [
  { digits: 4, least: 1970, most: 2999 },
  { digits: 2, least: 1, most: 12 },
  { digits: 2, least: 1, most: 31 },
  { digits: 2, least: 0, most: 23 },
  { digits: 2, least: 0, most: 59 },
  { digits: 2, least: 0, most: 59 },
  { digits: 3, least: 0, most: 999 },
]

/** A moment of digits, each part limited to what a time can have. */
function momentOf(digits: string): Date {
  let at = 0
  const [year = 0, month = 1, ...rest] = parts.map(({ digits: length, least, most }) => {
    const value = Number(digits.slice(at, at + length))
    at += length
    return Math.min(Math.max(value, least), most)
  })
  const [day, hour, minute, second, ms] = rest
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms))
}

/** All numbers that begin with these digits lie between `first` and `last`, and their times in `since` to `before`. */
export function rangeOf(beginning: string): { first: string; last: string; since: Date; before: Date } {
  const first = beginning.padEnd(24, '0')
  const last = beginning.padEnd(24, '9')
  return { first, last, since: momentOf(first), before: new Date(momentOf(last).getTime() + 1) }
}
