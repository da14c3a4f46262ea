import {
  type accountCalls,
  accountPhone,
  type OutputOf,
  type ParsedInputOf,
  sessionHours,
} from '@slotwise/contract'

import { audit, writeAudit } from '../../kernel/audit.ts'
import type { Deps, OutsideCtx, PublicCtx, SessionCtx } from '../../kernel/ctx.ts'
import { inOwnTenant, inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { addressKey, giveBack, release, take, takeOrWait } from '../../kernel/limits.ts'
import { isPassword } from '../../kernel/passwords.ts'
import { hashToken, randomToken, tenantToken } from '../../kernel/tokens.ts'
import { describeMe, findIdentity } from './identity.ts'
import * as queries from './account-queries.ts'

type Calls = typeof accountCalls

const failures = { max: 5, windowSeconds: 900, blockSeconds: 900 }

/** The key that counts failures of a name from an address; the same for existing and unknown names. */
const failureKey = (username: string, address: string): string => `login:${username}:${addressKey(address)}`

/** Forgets the failures of a user who has proven the phone by a code. */
export const forgiveFailures = (ctx: PublicCtx, username: string): Promise<void> =>
  release(ctx.deps.db.autonomous, failureKey(username, ctx.address))

/** The possible readings of a typed name: as it is, or as a Malaysian number without its country code. */
export function namesOf(typed: string): string[] {
  const name = typed.toLowerCase()
  const malaysian = accountPhone('MY', name)
  return malaysian && malaysian !== name ? [name, malaysian] : [name]
}

/** Gives the tries back when the password was not checked because the server was too busy. */
export const givingBack =
  (deps: Deps, ...keys: string[]) =>
  async (error: unknown): Promise<never> => {
    for (const key of keys) await giveBack(deps.db.autonomous, key)
    throw error
  }

/** A merchant and an account that do not exist. */
const noAccount = { tenant_id: '0', account_id: '0' }

/** An unknown name and a wrong password get the same answer in the same time; blocked names too, known or not. */
export async function login(
  ctx: PublicCtx,
  input: ParsedInputOf<Calls['login']>,
): Promise<OutputOf<Calls['login']>> {
  const { deps, now } = ctx
  const names = namesOf(input.username)
  const found = await queries.findLogin(deps.db.main, names)
  // Counted by account and not by the typed text: all spellings share the tries, and only a success of this account
  // gives them back.
  const pair = failureKey(found?.username ?? names.at(-1) ?? '', ctx.address)
  const taken = await take(deps.db.autonomous, pair, failures, now)
  if (!taken.allowed) throw new AppError('credentialsWait', { seconds: taken.retryAfter })

  // An unknown name runs the same query, so that it takes as long as a known one.
  const { tenant_id: tenantId, account_id: accountId } = found ?? noAccount
  const account = await inTenant(deps.db.main, tenantId, (tx) => queries.findAccount(tx, tenantId, accountId))
  const right = await isPassword(input.password, deps.config, account?.password_hash).catch(
    givingBack(deps, pair),
  )
  if (!found || !account || !right) throw new AppError('credentials')
  await release(deps.db.autonomous, pair)

  const token = tenantToken(tenantId)
  const secret = randomToken()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const unchanged = await queries.stillHas(tx, tenantId, accountId, {
      password_hash: account.password_hash,
    })
    const identity = await findIdentity(tx, tenantId, accountId)
    if (!unchanged || !identity) throw new AppError('credentials')
    if (!deps.config.demo && (await queries.isDemo(tx, tenantId))) throw new AppError('credentials')
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
    return { ...describeMe({ ...identity, session: { expiresAt } }), token, secret }
  })
}

export async function logout(ctx: SessionCtx): Promise<Record<string, never>> {
  await queries.endOneSession(ctx, ctx.session.id)
  await audit(ctx, { call: 'logout', object: 'session', objectId: ctx.session.id })
  return {}
}

/** Checks the caller's own login password, for dialogs that ask for it again. */
export async function checkPwd(ctx: OutsideCtx, password: string): Promise<{ isRight: boolean }> {
  const { deps, tenant, user } = ctx
  const key = `own-login:${tenant.id}:${user.id}`
  await takeOrWait(deps.db.autonomous, key, failures, ctx.now)
  const account = await inOwnTenant(ctx, (tx) => queries.findAccount(tx, tenant.id, user.id))
  const isRight = await isPassword(password, deps.config, account?.password_hash).catch(givingBack(deps, key))
  if (isRight) await release(deps.db.autonomous, key)
  return { isRight }
}

export async function branding(ctx: PublicCtx, agent: string): Promise<OutputOf<Calls['branding']>> {
  const found = await queries.findAgent(ctx.deps.db.main, agent)
  return found ?? null
}
