/**
 * Accounts at providers that do not answer. Each call of one waits ten seconds, so after some in a row it is shut for all
 * processes: its new orders are refused at once, and what else there is to ask waits, without using up its tries.
 *
 *   asked ──► shut   five calls in a row had no answer
 *     ▲        │  ▲
 *     │ answer │  │ no answer
 *     │        ▼  │
 *     └─────  tried   half a minute is over: one call goes through, the others still wait
 */
import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { after } from '../../kernel/moments.ts'
import { NoAnswer } from '../../ports/payments/provider-http.ts'
import type { AccountRef } from './account-model.ts'
import * as queries from './silence-queries.ts'

/** Calls in a row without an answer that shut an account. */
export const silentCalls = 5
/** Longer than a call may take, so that a try has ended before the next one. */
export const pauseMs = 30_000

/** The account of an order. */
export type AskedAccount = AccountRef & { client: string }

/** The name of an account in all processes. */
export function accountName(
  { tenantId }: Pick<TenantRef, 'tenantId'>,
  { client, pay_account_id: own, agent_account_id: agent }: AskedAccount,
): string {
  if (own !== null) return `${client}/m${tenantId}-${own}`
  return agent === null ? client : `${client}/a${agent}`
}

/** Whether new orders of the account are refused. */
export async function isShut(ref: TenantRef, account: AskedAccount, now: Date): Promise<boolean> {
  const until = await queries.shutUntil(ref.tx, accountName(ref, account))
  return until !== null && until > now
}

/** Until when a call of the account has to wait. Undefined: it may be made, and is the only try of a shut account. */
export async function waitOf(ref: TenantRef, account: AskedAccount, now: Date): Promise<Date | undefined> {
  const name = accountName(ref, account)
  const until = await queries.shutUntil(ref.tx, name)
  if (until === null) return undefined
  if (until > now) return until
  const next = after(now, pauseMs)
  return (await queries.takeTry(ref.tx, name, until, next)) ? undefined : next
}

/** Calls the provider of an account, and remembers whether it answers. */
export async function askAccount<T>(
  deps: Deps,
  ref: Pick<TenantRef, 'tenantId'>,
  account: AskedAccount,
  ask: () => Promise<T>,
): Promise<T> {
  const name = accountName(ref, account)
  try {
    const answer = await ask()
    await note(deps, name, true)
    return answer
  } catch (error) {
    if (error instanceof NoAnswer) await note(deps, name, error.kind !== 'silent')
    throw error
  }
}

/** What the provider has said counts, even if it cannot be noted that it did. */
async function note(deps: Deps, account: string, isAnswer: boolean): Promise<void> {
  const noted = isAnswer ? noteAnswer(deps, account) : noteSilence(deps, account)
  await noted.catch((error: unknown) => deps.log.warn({ err: error, account }, 'silence of a provider'))
}

async function noteSilence({ db, now, log }: Deps, account: string): Promise<void> {
  const at = now()
  const limit = { now: at, most: silentCalls, until: after(at, pauseMs) }
  const silence = await queries.countSilence(db.autonomous, account, limit)
  if (silence?.calls !== silentCalls) return
  log.error({ account, since: silence.since }, 'a payment provider is silent: its orders are refused')
}

async function noteAnswer({ db, log }: Deps, account: string): Promise<void> {
  const silence = await queries.endSilence(db.autonomous, account)
  if (silence?.shut_until) log.warn({ account, since: silence.since }, 'a payment provider answers again')
}

/** Accounts that are shut, for the operator. */
export const shutAccounts = ({ db }: Deps): Promise<string[]> => queries.shutAccounts(db.autonomous)
