/**
 * Limits of login tries, the same for existing and unknown names.
 * One address: five failures of a name block this pair for 15 minutes.
 * All addresses together: after 20 failures in an hour a name takes one try in 30 seconds. This slows an attacker
 * with many addresses down and does not lock the account, so that an attacker cannot keep its owner out: addresses
 * that the account has logged in from do not wait, and a code by text message or a new password by the operator ends
 * the wait.
 */
import type { Deps, PublicCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { addressKey, giveBack, release, take } from '../../kernel/limits.ts'
import { makeTurns } from '../../kernel/turns.ts'
import * as queries from './account-queries.ts'

/** Wrong login passwords: of a name from one address, and of an account that confirms its own password. */
export const failures = { max: 5, windowSeconds: 900, blockSeconds: 900 }
const everywhere = { max: 20, windowSeconds: 3600 }
const slowly = { max: 1, windowSeconds: 30 }

const keysOf = (username: string, address: string) => ({
  pair: `login:${username}:${addressKey(address)}`,
  everywhere: `login-everywhere:${username}`,
  slowly: `login-slowly:${username}`,
})

/** Gives the tries back when the password was not checked because the server was too busy. */
export const givingBack =
  (deps: Deps, ...keys: string[]) =>
  async (error: unknown): Promise<never> => {
    for (const key of keys) await giveBack(deps.db.autonomous, key)
    throw error
  }

/** The account of a name; for an unknown name numbers that no account has, so that the same queries run. */
export type LoginName = { username: string; tenantId: string; accountId: string }

async function isKnownAddress(ctx: PublicCtx, { tenantId, accountId }: LoginName): Promise<boolean> {
  const known = await inTenant(ctx.deps.db.main, tenantId, (tx) =>
    queries.recentAddresses(tx, tenantId, accountId),
  )
  const own = addressKey(ctx.address)
  return known.some((address) => addressKey(address) === own)
}

const oneByOne = makeTurns({ atOnce: 1, patienceMs: 4_000 })

/**
 * Checks passwords of the same account one after the other: a try counts as a failure until it has succeeded, so right
 * passwords that come at once would be refused.
 */
export const inTurn = <T>(key: string, work: () => Promise<T>): Promise<T> =>
  oneByOne({ line: key, mayWait: 100 }, work)

export const inLoginTurn = <T>(ctx: PublicCtx, name: LoginName, work: () => Promise<T>): Promise<T> =>
  inTurn(keysOf(name.username, ctx.address).pair, work)

export type LoginTry = {
  /** After the right password. Failures from elsewhere stay counted: they may be an attacker's. */
  succeeded: () => Promise<void>
  /** For an error before the password was checked. */
  undo: (error: unknown) => Promise<never>
}

/** Counts a login try before its password is checked, or refuses it. */
export async function takeLoginTry(ctx: PublicCtx, name: LoginName): Promise<LoginTry> {
  const { deps, now } = ctx
  const db = deps.db.autonomous
  const keys = keysOf(name.username, ctx.address)
  const fromHere = await take(db, keys.pair, failures, now)
  if (!fromHere.allowed) throw new AppError('credentialsWait', { seconds: fromHere.retryAfter })
  const taken = [keys.pair, keys.everywhere]
  const fromAnywhere = await take(db, keys.everywhere, everywhere, now)
  if (!fromAnywhere.allowed && !(await isKnownAddress(ctx, name))) {
    const next = await take(db, keys.slowly, slowly, now)
    if (!next.allowed) {
      for (const key of taken) await giveBack(db, key)
      throw new AppError('credentialsWait', { seconds: next.retryAfter })
    }
    taken.push(keys.slowly)
  }
  return {
    async succeeded() {
      await release(db, keys.pair)
      await giveBack(db, keys.everywhere)
    },
    undo: givingBack(deps, ...taken),
  }
}

/** Forgets the failures of an account from everywhere, when it gets a new password from the operator. */
export async function forgiveAll(deps: Deps, username: string): Promise<void> {
  const { everywhere: all, slowly: one } = keysOf(username, '')
  await release(deps.db.autonomous, all, one)
}

/** Forgets the failures of a user who has proven the phone by a code. */
export async function forgiveFailures(ctx: PublicCtx, username: string): Promise<void> {
  await release(ctx.deps.db.autonomous, ...Object.values(keysOf(username, ctx.address)))
}
