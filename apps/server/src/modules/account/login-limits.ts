/**
 * Limits of login tries, the same for existing and unknown names. A try is counted twice: for the name or the phone that
 * was typed, whose waits are told, and for its account, which has one count however it is called. That count is never
 * told, and an account without tries answers as to a wrong password: otherwise tries with a phone would show to which
 * name it belongs. An unknown text has a count of an account, too, so that all texts run the same statements.
 * One address: five failures of a name block this pair for 15 minutes.
 * All addresses together: after 20 failures in an hour a name takes one try in 30 seconds. This slows an attacker
 * with many addresses down and does not lock the account, so that an attacker cannot keep its owner out: addresses
 * that the account has logged in from do not wait, and a code by text message or a new password by the operator ends
 * the wait.
 */
import type { Deps, PublicCtx } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { addressKey, giveBack, release, take } from '../../kernel/limits.ts'
import { makeTurns } from '../../kernel/turns.ts'
import * as queries from './account-queries.ts'

/** Wrong login passwords: of a name from one address, and of an account that confirms its own password. */
export const failures = { max: 5, windowSeconds: 900, blockSeconds: 900 }
const everywhere = { max: 20, windowSeconds: 3600 }
const slowly = { max: 1, windowSeconds: 30 }

type Keys = { pair: string; everywhere: string; slowly: string }
const keysOf = (username: string, address: string): Keys => ({
  pair: `login:${username}:${addressKey(address)}`,
  everywhere: `login-everywhere:${username}`,
  slowly: `login-slowly:${username}`,
})
const accountKeysOf = (account: string, address: string): Keys => ({
  pair: `login-account:${account}:${addressKey(address)}`,
  everywhere: `login-account-everywhere:${account}`,
  slowly: `login-account-slowly:${account}`,
})
type AccountRef = { tenantId: string; accountId: string }
const accountText = ({ tenantId, accountId }: AccountRef): string => `${tenantId}:${accountId}`

/** Gives the tries back when the password was not checked because the server was too busy. */
export const givingBack =
  (deps: Deps, ...keys: string[]) =>
  async (error: unknown): Promise<never> => {
    for (const key of keys) await giveBack(deps.db.autonomous, key)
    throw error
  }

/**
 * What was typed, as the reading by which it was found, and its account; for an unknown text numbers that no account
 * has, so that the same queries run.
 */
export type TypedLogin = AccountRef & { text: string; isKnown: boolean }

async function isKnownAddress(ctx: PublicCtx, { tenantId, accountId }: AccountRef): Promise<boolean> {
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

/** By the typed text, because waiting for tries with another one would tell that both have one account. */
export const inLoginTurn = <T>(ctx: PublicCtx, { text }: TypedLogin, work: () => Promise<T>): Promise<T> =>
  inTurn(keysOf(text, ctx.address).pair, work)

export type LoginTry = {
  /** After the right password. Failures from elsewhere stay counted: they may be an attacker's. */
  succeeded: () => Promise<void>
  /** For an error before the password was checked. */
  undo: (error: unknown) => Promise<never>
}

/** Counts a try under these keys. Returns the seconds to wait when there is none left. */
async function takeTry(ctx: PublicCtx, keys: Keys, account: AccountRef): Promise<LoginTry | number> {
  const { deps, now } = ctx
  const db = deps.db.autonomous
  const fromHere = await take(db, keys.pair, failures, now)
  if (!fromHere.allowed) return fromHere.retryAfter
  const taken = [keys.pair, keys.everywhere]
  const fromAnywhere = await take(db, keys.everywhere, everywhere, now)
  if (!fromAnywhere.allowed && !(await isKnownAddress(ctx, account))) {
    const next = await take(db, keys.slowly, slowly, now)
    if (!next.allowed) {
      for (const key of taken) await giveBack(db, key)
      return next.retryAfter
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

/** Counts a login try for the typed text before its password is checked, or refuses it. */
export async function takeTypedTry(ctx: PublicCtx, typed: TypedLogin): Promise<LoginTry> {
  const taken = await takeTry(ctx, keysOf(typed.text, ctx.address), typed)
  if (typeof taken === 'number') throw new AppError('credentialsWait', { seconds: taken })
  return taken
}

/** Counts the same try for the account. Returns undefined when the account has none left. */
export async function takeAccountTry(ctx: PublicCtx, typed: TypedLogin): Promise<LoginTry | undefined> {
  const keys = accountKeysOf(typed.isKnown ? accountText(typed) : typed.text, ctx.address)
  const taken = await takeTry(ctx, keys, typed)
  if (typeof taken !== 'number') return taken
  // An account without tries runs the second statement, too, so that it takes as long as another.
  await take(ctx.deps.db.autonomous, `${keys.everywhere}:refused`, everywhere, ctx.now)
  return undefined
}

/**
 * Forgets the failures of an account from everywhere, when it gets a new password from the operator. `texts` are its name
 * and its proven phones.
 */
export async function forgiveAll(tx: Tx, account: AccountRef, texts: readonly string[]): Promise<void> {
  const all = [...texts.map((text) => keysOf(text, '')), accountKeysOf(accountText(account), '')]
  await release(tx, ...all.flatMap((keys) => [keys.everywhere, keys.slowly]))
}

/** Forgets the failures of a main account whose user has proven the phone, which is its name, by a code. */
export async function forgiveFailures(ctx: PublicCtx, account: AccountRef, username: string): Promise<void> {
  const all = [keysOf(username, ctx.address), accountKeysOf(accountText(account), ctx.address)]
  await release(ctx.deps.db.autonomous, ...all.flatMap((keys) => Object.values(keys)))
}
