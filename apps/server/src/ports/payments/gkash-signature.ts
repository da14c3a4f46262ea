/**
 * Signatures of GKash: SHA-512 over upper-cased parts with semicolons between, the merchant's key first. An amount is its
 * digits: 100.00 is 10000, and 0.10 is 010.
 */
import { createHash, timingSafeEqual } from 'node:crypto'

import { decimalOf } from './money-text.ts'

const digest = (...parts: string[]): string =>
  createHash('sha512').update(parts.join(';').toUpperCase()).digest('hex')

const digitsOf = (cents: number): string => decimalOf(cents).replace('.', '')

export type GkashSigner = { cid: string; key: string }

/** Signs a payment, a query and a refund alike. */
export const gkashSignature = (
  { cid, key }: GkashSigner,
  { merchantOrder, amount, currency }: { merchantOrder: string; amount: number; currency: string },
): string => digest(key, cid, merchantOrder, digitsOf(amount), currency)

export type GkashNotice = {
  poid: string
  merchantOrder: string
  amount: number
  currency: string
  status: string
}

export const gkashNoticeSignature = ({ cid, key }: GkashSigner, notice: GkashNotice): string =>
  digest(key, cid, notice.poid, notice.merchantOrder, digitsOf(notice.amount), notice.currency, notice.status)

/** Compares in constant time; the case of the digits does not matter. */
export function isSameDigest(right: string, received: string): boolean {
  const [ours, theirs] = [Buffer.from(right), Buffer.from(received.toLowerCase())]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}
