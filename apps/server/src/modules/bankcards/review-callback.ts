/**
 * What a reviewer outside decides. Each message is signed: HMAC-SHA256 of the time, a dot and the body, keyed by
 * REVIEW_SECRET. A message that is older than five minutes is refused; one that is repeated changes nothing, because a
 * card is decided once and the message names the time at which the card was sent.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

import { Id, Instant, text } from '@slotwise/contract'
import { z } from 'zod'

import type { Deps, Origin } from '../../kernel/ctx.ts'
import { jsonIn } from '../../kernel/json-in.ts'
import { decide, type Outcome, ReviewReason } from './review-service.ts'

const header = { timestamp: 'x-review-timestamp', signature: 'x-review-signature' } as const
const freshMs = 5 * 60_000

type Headers = Readonly<Record<string, string>>

const signatureOf = (secret: string, timestamp: string, body: Buffer | string): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest()

/** The headers of a message that was written at `now`. */
export const signReview = (secret: string, now: Date, body: Buffer | string): Record<string, string> => ({
  'content-type': 'application/json',
  [header.timestamp]: String(now.getTime()),
  [header.signature]: signatureOf(secret, String(now.getTime()), body).toString('hex'),
})

function isSigned(secret: string, now: Date, headers: Headers, body: Buffer): boolean {
  const timestamp = headers[header.timestamp] ?? ''
  const given = Buffer.from(headers[header.signature] ?? '', 'hex')
  const right = signatureOf(secret, timestamp, body)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return false
  return Math.abs(now.getTime() - Number(timestamp)) <= freshMs
}

/** `merchant`, `card` and `sent_at` are those of `cards show`. */
const Verdict = z.discriminatedUnion('state', [
  z.strictObject({
    merchant: Id,
    card: Id,
    sent_at: Instant,
    state: z.literal('approved'),
    reason: text(0).optional(),
  }),
  z.strictObject({
    merchant: Id,
    card: Id,
    sent_at: Instant,
    state: z.literal('not_approved'),
    reason: ReviewReason,
  }),
])

type Answer = { status: number; body: { result: Outcome | 'refused' } }

const statusOf: Record<Outcome, number> = {
  decided: 200,
  known: 200,
  closed: 409,
  'sent again': 409,
  unknown: 404,
}

/** Returns undefined when no reviewer is configured. */
export async function takeReview(
  deps: Deps,
  { headers, body }: { headers: Headers; body: Buffer },
  origin: Origin,
): Promise<Answer | undefined> {
  const secret = deps.config.reviewSecret
  if (secret === undefined) return undefined
  if (!isSigned(secret, deps.now(), headers, body)) return { status: 401, body: { result: 'refused' } }
  const verdict = Verdict.safeParse(jsonIn(body))
  if (!verdict.success) return { status: 400, body: { result: 'refused' } }
  const { merchant: tenantId, card: merchantId, sent_at: sentAt, ...decision } = verdict.data
  const outcome = await decide(
    deps,
    { tenantId, merchantId, sentAt: new Date(sentAt) },
    decision.state === 'approved' ? { state: 'approved' } : decision,
    origin,
  )
  return { status: statusOf[outcome], body: { result: outcome } }
}
