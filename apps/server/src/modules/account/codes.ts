/**
 * One-time codes by text message, or from the operator.
 * A code belongs to a phone and a purpose; a new one replaces the old. It is valid for 5 minutes and for 5 wrong
 * tries: each try is counted before it is compared, in a statement of its own, and given back when it was right.
 * Checking (checkSmsCode) keeps the code, using it (sign-up, reset) deletes it; of two concurrent uses one
 * succeeds.
 */
import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'

import { codeLengths, type CodePurpose, resendSeconds, toE164 } from '@slotwise/contract'

import type { Ctx, Deps, Origin } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { addressKey, giveBack, type Limit, release, take, takeOrWait } from '../../kernel/limits.ts'
import { hashCode, hashToken, randomToken } from '../../kernel/tokens.ts'
import { codeLifeMinutes, type SmsMessage } from '../../ports/sms/sms.ts'
import * as queries from './code-queries.ts'

const maxTries = 5
const perPhoneADay = 10
const perAddressADay = 100
const hour = 3_600
const day = 24 * hour
/** From so much of the hour's messages on, the operator is warned. */
const warnFrom = 0.8

/** Text messages of this process that the limit of the installation refused. */
export const refusedTexts = { count: 0 }

const randomCode = (length: number): string => String(randomInt(10 ** length)).padStart(length, '0')

/** A message that is about to be sent, and how to undo what was stored for it when it certainly was not. */
type Prepared = {
  message: Pick<SmsMessage, 'purpose' | 'code' | 'link'>
  discard: () => Promise<unknown>
}

type SendOptions = {
  /** The error for a phone that got a message less than a minute ago. */
  tooSoonError?: 'wait' | 'smsWait'
  /** A limit of the sender's own. */
  sender?: { key: string; limit: Limit }
}

const forAll = 'sms-all'

/** Counts a message of the whole installation. Messages cost money, and many addresses may ask for them at once. */
async function countForAll({ db, config, log }: Deps, now: Date): Promise<void> {
  const max = config.smsPerHour
  const taken = await take(db.autonomous, forAll, { max, windowSeconds: hour }, now)
  if (taken.allowed) {
    if (taken.left === max - Math.ceil(max * warnFrom))
      log.warn({ max, left: taken.left }, 'text messages of this hour are nearly used up')
    return
  }
  refusedTexts.count += 1
  log.error({ max }, 'text message not sent: as many as SMS_PER_HOUR were sent within the hour')
  throw new AppError('wait', { seconds: taken.retryAfter })
}

/** Sends a message to a phone within the limits of the phone, of the address that asks for it, of the sender and of all. */
export async function sendWithinLimits(
  deps: Deps,
  origin: Origin,
  phone: string,
  prepare: () => Promise<Prepared>,
  { tooSoonError = 'smsWait', sender }: SendOptions = {},
): Promise<void> {
  const { now, locale } = origin
  const db = deps.db.autonomous
  const resendKey = `sms:${phone}`
  const counted: string[] = []
  const count = async (key: string, limit: Limit): Promise<void> => {
    await takeOrWait(db, key, limit, now)
    counted.push(key)
  }
  const giveAllBack = async (): Promise<void> => {
    for (const key of counted) await giveBack(db, key)
  }
  const prepareWithinLimits = async (): Promise<Prepared> => {
    await count(`sms-address:${addressKey(origin.address)}`, { max: perAddressADay, windowSeconds: day })
    await takeOrWait(db, resendKey, { max: 1, windowSeconds: resendSeconds }, now, tooSoonError)
    try {
      await count(`sms-day:${phone}`, { max: perPhoneADay, windowSeconds: day })
      if (sender) await count(sender.key, sender.limit)
      await countForAll(deps, now)
      counted.push(forAll)
      return await prepare()
    } catch (error) {
      // The next try is told of the day's limit, not that a message was sent.
      await release(db, resendKey)
      throw error
    }
  }
  const { message, discard } = await prepareWithinLimits().catch(async (error: unknown) => {
    // No message is sent, so it costs nothing.
    await giveAllBack()
    throw error
  })
  const outcome = await deps.sms.send({ to: toE164(phone), ...message, locale, dedupeKey: randomUUID() })
  if (outcome.ok) return
  deps.log.error(
    { requestId: origin.requestId, sms: deps.sms.name, reason: outcome.reason, detail: outcome.detail },
    'text message not sent',
  )
  // A message that was certainly not sent costs none of the day's messages. Its code
  // is deleted: it could be guessed as often as messages fail. Without an answer, the message may have been sent.
  if (outcome.reason !== 'unreachable') {
    await discard()
    await giveAllBack()
  }
  if (outcome.reason === 'limited' && outcome.retryAfterS)
    throw new AppError(tooSoonError, { seconds: outcome.retryAfterS })
  await release(db, resendKey)
  throw new AppError('smsUnavailable')
}

/** Sends a code and returns the sign that proves the request for it. */
export async function sendCode(
  deps: Deps,
  origin: Origin,
  phone: string,
  purpose: CodePurpose,
): Promise<string> {
  const { now } = origin
  const db = deps.db.autonomous
  const sign = randomToken()
  await sendWithinLimits(deps, origin, phone, async () => {
    const code = randomCode(codeLengths[purpose])
    const codeHash = hashCode(deps.config.pepper, phone, purpose, code)
    await queries.putCode(db, {
      phone,
      purpose,
      code_hash: codeHash,
      sign_hash: hashToken(sign),
      created_at: now,
      expires_at: new Date(now.getTime() + codeLifeMinutes * 60_000),
    })
    return {
      message: { purpose, code },
      discard: () => queries.deleteCode(db, purpose, phone, codeHash),
    }
  })
  return sign
}

const operatorCodeMinutes = 30

/**
 * Makes a code that the operator hands over, for a main account whose phone gets no text messages. It is no text
 * message, so one that is sent does not replace it.
 */
export async function makeOperatorCode(deps: Deps, tx: Tx, phone: string): Promise<string> {
  const now = deps.now()
  const code = randomCode(codeLengths.operation)
  await queries.putCode(tx, {
    phone,
    purpose: 'operator',
    code_hash: hashCode(deps.config.pepper, phone, 'operator', code),
    sign_hash: hashToken(randomToken()),
    created_at: now,
    expires_at: new Date(now.getTime() + operatorCodeMinutes * 60_000),
  })
  return code
}

type Claim = { phone: string } | { sign: string }

/** Returns true when the code is right. A wrong code costs one of the five tries. */
export async function isCode(
  deps: Deps,
  now: Date,
  purpose: queries.StoredPurpose,
  claim: Claim,
  code: string,
): Promise<boolean> {
  const which = 'sign' in claim ? { signHash: hashToken(claim.sign) } : claim
  const row = await queries.takeTry(deps.db.autonomous, purpose, which, maxTries, now)
  if (!row || !timingSafeEqual(row.code_hash, hashCode(deps.config.pepper, row.phone, purpose, code)))
    return false
  await queries.giveTryBack(deps.db.autonomous, purpose, row.phone, row.code_hash)
  return true
}

/** Uses the code up. Exactly one of several callers with the right code gets true. */
export async function useCode(
  deps: Deps,
  now: Date,
  purpose: queries.StoredPurpose,
  phone: string,
  code: string,
): Promise<boolean> {
  const codeHash = hashCode(deps.config.pepper, phone, purpose, code)
  return (
    (await isCode(deps, now, purpose, { phone }, code)) &&
    queries.deleteCode(deps.db.autonomous, purpose, phone, codeHash)
  )
}

/**
 * Uses up a code that `isCode` has found right, in the transaction of what it allows. Exactly one of several callers gets
 * true.
 */
export const endCode = (
  { deps, tx }: Ctx,
  purpose: queries.StoredPurpose,
  phone: string,
  code: string,
): Promise<boolean> =>
  queries.deleteCode(tx, purpose, phone, hashCode(deps.config.pepper, phone, purpose, code))

/** Whether this sign belongs to the code last sent to the phone. */
export const isSignOf = (
  deps: Deps,
  purpose: queries.StoredPurpose,
  phone: string,
  sign: string,
): Promise<boolean> => queries.hasCode(deps.db.autonomous, purpose, phone, hashToken(sign))
