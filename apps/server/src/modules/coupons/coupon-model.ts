/** What a coupon takes off, when it holds, and what its codes look like. */
import { randomInt } from 'node:crypto'

import { couponPhases, type CouponPeriod, type CouponType, dayRange } from '@slotwise/contract'

export type Offer = { type: CouponType; value: number }
type Dates = { start_date: string | null; end_date: string | null }

/** What the coupon takes off, rounded half up. At least one cent stays to be paid. */
export function discountOf({ type, value }: Offer, amount: number): number {
  const off = type === 'cash' ? value : Math.floor((amount * value * 2 + 100) / 200)
  return Math.max(0, Math.min(off, amount - 1))
}

export function phaseOf({ start_date: start, end_date: end }: Dates, today: string) {
  if (start !== null && today < start) return couponPhases[0]
  return end !== null && today > end ? couponPhases[2] : couponPhases[1]
}

const ranges = { day: 'today', week: 'thisWeek', month: 'thisMonth' } as const

/** The first day of the period in which received coupons are counted. Weeks begin on Mondays. */
export const periodBegins = (period: CouponPeriod, today: string): string =>
  dayRange(ranges[period], today).from

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 12

/** 59 random bits, because a buyer who knows a code can use its coupon. */
export const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A code as it is stored, however a buyer typed it. */
export const codeIn = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/** As people read it: `K7QM-2ZPA-93XF`. */
export const spacedCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code

/** Enough to recognise a code, too little to use it. */
export const maskedCode = (code: string): string => `${code.slice(0, 4)}…${code.slice(-2)}`
