/**
 * The operation password guards sensitive actions. The right one gives a sign: random, bound to this session, valid
 * for 2 hours. A wrong one counts as a try: 5 block for 15 minutes; 10 within a day lock a sub-account until its
 * main account resets the password, and the main account itself until the end of the day.
 */
import { addDays, countryFacts, dayOf, signHours, startOfDay } from '@slotwise/contract'

import { audit, auditIn } from '../../kernel/audit.ts'
import type { OutsideCtx, SessionCtx } from '../../kernel/ctx.ts'
import { inOwnTenant, inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Prepared } from '../../kernel/handler.ts'
import { release, take, takeOrWait } from '../../kernel/limits.ts'
import { hashPassword, isPassword, md5 } from '../../kernel/passwords.ts'
import { hashToken, randomToken } from '../../kernel/tokens.ts'
import { givingBack } from './login-limits.ts'
import * as queries from './account-queries.ts'

const short = { max: 5, windowSeconds: 900, blockSeconds: 900 }
const aDay = 10
const edits = { max: 20, windowSeconds: 900 }

function secondsToMidnight(ctx: OutsideCtx): number {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const tomorrow = startOfDay(addDays(dayOf(ctx.now, utcOffsetMinutes), 1), utcOffsetMinutes)
  return Math.max(1, Math.ceil((tomorrow.getTime() - ctx.now.getTime()) / 1000))
}

/** The key that counts wrong tries. */
export const operationKey = (tenantId: string, accountId: string): string =>
  `operation:${tenantId}:${accountId}`

async function lock(ctx: OutsideCtx): Promise<void> {
  if (ctx.user.isMain) return
  await inTenant(ctx.deps.db.autonomous, ctx.tenant.id, (tx) =>
    queries.setHashes(tx, ctx.tenant.id, ctx.user.id, { operation_locked_at: ctx.now }),
  )
}

type Account = Awaited<ReturnType<typeof queries.findAccount>>

/** Returns the hash that the password matched; refuses otherwise. */
async function demandOperation(ctx: OutsideCtx, account: Account, passwordMd5: string): Promise<string> {
  if (!account?.operation_hash)
    throw new AppError(ctx.user.isMain ? 'operationMissing' : 'operationMissingAskMain')
  if (account.operation_locked_at) throw new AppError('operationLocked')

  const key = operationKey(ctx.tenant.id, ctx.user.id)
  const { autonomous } = ctx.deps.db
  const soon = await take(autonomous, key, short, ctx.now)
  if (!soon.allowed) throw new AppError('operationBlocked', { seconds: soon.retryAfter })
  const today = await take(
    autonomous,
    `${key}:day`,
    { max: aDay, windowSeconds: secondsToMidnight(ctx) },
    ctx.now,
  )
  if (!today.allowed) throw new AppError('operationBlocked', { seconds: today.retryAfter })

  const isRight = await isPassword(passwordMd5, ctx.deps.config, account.operation_hash).catch(
    givingBack(ctx.deps, key, `${key}:day`),
  )
  if (isRight) {
    await release(autonomous, key, `${key}:day`)
    return account.operation_hash
  }
  if (today.left === 0) await lock(ctx)
  throw new AppError('operationWrong', { left: Math.min(soon.left, today.left) })
}

export async function checkOprPwd(
  ctx: OutsideCtx,
  passwordMd5: string,
): Promise<{ sign: string; exp: string }> {
  const { tenant, user, session } = ctx
  const account = await inOwnTenant(ctx, (tx) => queries.findAccount(tx, tenant.id, user.id))
  const hash = await demandOperation(ctx, account, passwordMd5)
  const sign = randomToken()
  const expiresAt = new Date(Math.min(ctx.now.getTime() + signHours * 3_600_000, session.expiresAt.getTime()))
  await inOwnTenant(ctx, async (tx) => {
    // The session may have ended and the password may have changed while the hash was computed.
    if (!(await queries.isOpen(tx, tenant.id, session.id))) throw new AppError('sessionEnded')
    if (!(await queries.stillHas(tx, tenant.id, user.id, { operation_hash: hash })))
      throw new AppError('changedMeanwhile')
    await queries.insertSign(tx, ctx, hashToken(sign), expiresAt)
    await auditIn(tx, ctx, { call: 'checkOprPwd', object: 'session', objectId: session.id })
  })
  return { sign, exp: expiresAt.toISOString() }
}

/** Refuses a sensitive call without a valid sign. */
export async function demandSign(ctx: SessionCtx, sign: unknown): Promise<void> {
  if (typeof sign !== 'string' || !(await queries.hasSign(ctx, hashToken(sign))))
    throw new AppError('signRequired')
}

export async function editOprPwd(
  ctx: OutsideCtx,
  input: { old_oper_pwd?: string | undefined; new_oper_pwd: string },
): Promise<Prepared<Record<string, never>>> {
  const pin = input.new_oper_pwd
  const account = await inOwnTenant(ctx, (tx) => queries.findAccount(tx, ctx.tenant.id, ctx.user.id))
  if (account?.operation_hash && !input.old_oper_pwd) throw AppError.atField('old_oper_pwd', 'required')
  // Limited, because the refusal `sameAsLogin` reveals whether the digits are the login password.
  await takeOrWait(ctx.deps.db.autonomous, `operation-edit:${ctx.tenant.id}:${ctx.user.id}`, edits, ctx.now)
  if (account?.operation_hash) await demandOperation(ctx, account, input.old_oper_pwd ?? '')
  if (input.old_oper_pwd === md5(pin)) throw AppError.atField('new_oper_pwd', 'sameOperation')
  if (await isPassword(md5(pin), ctx.deps.config, account?.password_hash))
    throw AppError.atField('new_oper_pwd', 'sameAsLogin')

  const operationHash = await hashPassword(md5(pin), ctx.deps.config)
  const present = account?.operation_hash ?? null
  return async (ctx) => {
    if (!(await queries.replaceOperation(ctx.tx, ctx.tenant.id, ctx.user.id, present, operationHash)))
      throw new AppError('changedMeanwhile')
    await queries.deleteSignsOf(ctx.tx, ctx.tenant.id, ctx.user.id)
    await audit(ctx, { call: 'editOprPwd', object: 'account', objectId: ctx.user.id })
    return {}
  }
}
