import {
  type accountCalls,
  accountPhone,
  type OutputOf,
  type ParsedInputOf,
  sessionHours,
} from '@slotwise/contract'

import { audit, writeAudit } from '../../kernel/audit.ts'
import type { OutsideCtx, PublicCtx, SessionCtx } from '../../kernel/ctx.ts'
import { inOwnTenant, inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { release, takeOrWait } from '../../kernel/limits.ts'
import { isPassword } from '../../kernel/passwords.ts'
import { hashToken, randomToken, tenantToken } from '../../kernel/tokens.ts'
import { describeMe, findIdentity } from './identity.ts'
import {
  failures,
  givingBack,
  inLoginTurn,
  inTurn,
  takeAccountTry,
  takeTypedTry,
  type TypedLogin,
} from './login-limits.ts'
import { findLoginOrPhone } from './phone-login-queries.ts'
import * as queries from './account-queries.ts'

type Calls = typeof accountCalls

/**
 * The possible readings of a typed name: as it is, as a mainland number, or as a Malaysian number without its country
 * code.
 */
export function namesOf(typed: string): string[] {
  const name = typed.toLowerCase()
  return [...new Set([name, accountPhone('CN', name) ?? name, accountPhone('MY', name) ?? name])]
}

/** The same for all spellings of a number that may lead to one account. */
function spelledAlike(typed: string): string {
  const name = typed.toLowerCase()
  const mainland = accountPhone('CN', name) ?? name
  return accountPhone('MY', mainland) ?? mainland
}

/** A merchant and an account that do not exist. */
const noAccount = { tenant_id: '0', account_id: '0' }

type FailureReason =
  | 'wrong password'
  | 'unknown name'
  | 'too many tries'
  | 'changed meanwhile'
  | 'suspended'
  | 'demo is off'

/**
 * Logs a failed login, so that the operator sees attacks and where they come from. An unknown name may be a phone
 * number or a password typed in the wrong field, so only its end is written.
 */
function logFailure(ctx: PublicCtx, typed: TypedLogin, reason: FailureReason): void {
  const { text, tenantId, accountId } = typed
  const who = typed.isKnown
    ? { tenant: tenantId, user: accountId }
    : { name: `…${text.length >= 6 ? text.slice(-2) : ''}` }
  ctx.deps.log.warn({ requestId: ctx.requestId, address: ctx.address, ...who, reason }, 'login failed')
}

/** An unknown name and a wrong password get the same answer in the same time; blocked names too, known or not. */
export async function login(
  ctx: PublicCtx,
  input: ParsedInputOf<Calls['login']>,
): Promise<OutputOf<Calls['login']>> {
  const { deps, now } = ctx
  const names = namesOf(input.username)
  const found = await findLoginOrPhone(deps.db.main, names)
  // An unknown name runs the same queries, so that it takes as long as a known one.
  const { tenant_id: tenantId, account_id: accountId } = found ?? noAccount
  // One reading for all spellings of a name or a phone, so that they share the tries.
  const text = found?.phone ?? found?.username ?? spelledAlike(input.username)
  const typed = { text, isKnown: found !== undefined, tenantId, accountId }
  const failed = (
    reason: FailureReason,
    error: 'credentials' | 'accountSuspended' = 'credentials',
  ): AppError => {
    logFailure(ctx, typed, reason)
    return new AppError(error)
  }
  const account = await inLoginTurn(ctx, typed, async () => {
    const typedTry = await takeTypedTry(ctx, typed).catch((error: unknown) => {
      if (error instanceof AppError) logFailure(ctx, typed, 'too many tries')
      throw error
    })
    const accountTry = await takeAccountTry(ctx, typed)
    const row = await inTenant(deps.db.main, tenantId, (tx) => queries.findAccount(tx, tenantId, accountId))
    const right = await isPassword(input.password, deps.config, row?.password_hash)
      .catch((error: unknown) => (accountTry ? accountTry.undo(error) : Promise.reject(error)))
      .catch(typedTry.undo)
    if (!accountTry) throw failed('too many tries')
    if (!found || !row || !right) throw failed(found ? 'wrong password' : 'unknown name')
    await typedTry.succeeded()
    await accountTry.succeeded()
    // After the password was right, so that it tells nothing to those who do not know it.
    if (row.suspended_at !== null) throw failed('suspended', 'accountSuspended')
    return row
  })

  const token = tenantToken(tenantId)
  const secret = randomToken()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const unchanged = await queries.stillHas(tx, tenantId, accountId, {
      password_hash: account.password_hash,
    })
    const identity = await findIdentity(tx, tenantId, accountId)
    if (!unchanged || !identity) throw failed('changed meanwhile')
    if (!deps.config.demo && (await queries.isDemo(tx, tenantId))) throw failed('demo is off')
    const sessionId = await queries.insertSession(tx, {
      tenantId,
      accountId,
      tokenHash: hashToken(token),
      secretHash: hashToken(secret),
      address: ctx.address,
      userAgent: ctx.userAgent,
      now,
      expiresAt,
    })
    await writeAudit(tx, tenantId, identity.user, ctx, {
      call: 'login',
      object: 'session',
      objectId: sessionId,
    })
    return { ...(await describeMe({ ...identity, session: { expiresAt }, tx, deps })), token, secret }
  })
}

export async function logout(ctx: SessionCtx): Promise<Record<string, never>> {
  await queries.endOneSession(ctx, ctx.session.id)
  await audit(ctx, { call: 'logout', object: 'session', objectId: ctx.session.id })
  return {}
}

/** Whether this is the caller's own login password. All calls that ask for it share the tries. */
export async function isOwnPassword(
  ctx: OutsideCtx,
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  const { deps, tenant, user } = ctx
  const key = `own-login:${tenant.id}:${user.id}`
  return inTurn(key, async () => {
    await takeOrWait(deps.db.autonomous, key, failures, ctx.now)
    const isRight = await isPassword(password, deps.config, hash).catch(givingBack(deps, key))
    if (isRight) await release(deps.db.autonomous, key)
    return isRight
  })
}

/** Checks the caller's own login password, for dialogs that ask for it again. */
export async function checkPwd(ctx: OutsideCtx, password: string): Promise<{ isRight: boolean }> {
  const account = await inOwnTenant(ctx, (tx) => queries.findAccount(tx, ctx.tenant.id, ctx.user.id))
  return { isRight: await isOwnPassword(ctx, account?.password_hash, password) }
}

export async function branding(ctx: PublicCtx, agent: string): Promise<OutputOf<Calls['branding']>> {
  const found = await queries.findAgent(ctx.deps.db.main, agent)
  return found ?? null
}
