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
import * as store from './store.ts'

type Calls = typeof accountCalls

const failures = { max: 5, windowSeconds: 900, blockSeconds: 900 }

/** Where failures of a name from an address are counted: alike for names that exist and names that do not. */
const failureKey = (username: string, address: string): string => `login:${username}:${addressKey(address)}`

/** Whoever has proven by a code who he is starts afresh. */
export const forgiveFailures = (ctx: PublicCtx, username: string): Promise<void> =>
  release(ctx.deps.db.apart, failureKey(username, ctx.address))

/** How a typed name may be meant: as it stands, or as a Malaysian number written at home. */
export function namesOf(typed: string): string[] {
  const name = typed.toLowerCase()
  const malaysian = accountPhone('MY', name)
  return malaysian && malaysian !== name ? [name, malaysian] : [name]
}

/** Whoever was not judged, because there was too much to do, has not failed. */
export const givingBack =
  (deps: Deps, ...keys: string[]) =>
  async (error: unknown): Promise<never> => {
    for (const key of keys) await giveBack(deps.db.apart, key)
    throw error
  }

/** The merchant and account that nobody has. */
const nobody = { tenant_id: '0', account_id: '0' }

/** An unknown name and a wrong password look alike in text and in time; so do known and unknown names when blocked. */
export async function login(
  ctx: PublicCtx,
  input: ParsedInputOf<Calls['login']>,
): Promise<OutputOf<Calls['login']>> {
  const { deps, now } = ctx
  const names = namesOf(input.username)
  const found = await store.findLogin(deps.db.main, names)
  // By the account and not as typed: other spellings share its tries, and nobody else's success gives them back.
  const pair = failureKey(found?.username ?? names.at(-1) ?? '', ctx.address)
  const taken = await take(deps.db.apart, pair, failures, now)
  if (!taken.allowed) throw new AppError('credentialsWait', { seconds: taken.retryAfter })

  // An unknown name is looked for as long as a known one.
  const { tenant_id: tenantId, account_id: accountId } = found ?? nobody
  const account = await inTenant(deps.db.main, tenantId, (tx) => store.findAccount(tx, tenantId, accountId))
  const right = await isPassword(input.password, deps.config, account?.password_hash).catch(
    givingBack(deps, pair),
  )
  if (!found || !account || !right) throw new AppError('credentials')
  await release(deps.db.apart, pair)

  const token = tenantToken(tenantId)
  const secret = randomToken()
  const expiresAt = new Date(now.getTime() + sessionHours * 3_600_000)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const unchanged = await store.stillHas(tx, tenantId, accountId, { password_hash: account.password_hash })
    const identity = await findIdentity(tx, tenantId, accountId)
    if (!unchanged || !identity) throw new AppError('credentials')
    const sessionId = await store.insertSession(tx, {
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
  await store.endOneSession(ctx, ctx.session.id)
  await audit(ctx, { call: 'logout', object: 'session', objectId: ctx.session.id })
  return {}
}

/** Checks the caller's own login password, for dialogs that ask for it once more. */
export async function checkPwd(ctx: OutsideCtx, password: string): Promise<{ isRight: boolean }> {
  const { deps, tenant, user } = ctx
  const key = `own-login:${tenant.id}:${user.id}`
  await takeOrWait(deps.db.apart, key, failures, ctx.now)
  const account = await inOwnTenant(ctx, (tx) => store.findAccount(tx, tenant.id, user.id))
  const isRight = await isPassword(password, deps.config, account?.password_hash).catch(givingBack(deps, key))
  if (isRight) await release(deps.db.apart, key)
  return { isRight }
}

export async function branding(ctx: PublicCtx, agent: string): Promise<OutputOf<Calls['branding']>> {
  const found = await store.findAgent(ctx.deps.db.main, agent)
  return found ?? null
}
