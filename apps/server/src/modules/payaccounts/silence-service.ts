/**
 * Accounts at providers that do not answer. Each call of one waits ten seconds, so after some in a row it is shut for all
 * processes: its new orders are refused at once, and what else there is to ask waits, without using up its tries. Each
 * kind of call is shut and tried by itself, because a provider may answer one while it is silent to another: an answer
 * about an order that ends says nothing about new ones, and orders do not keep refunds waiting.
 *
 *   asked ──► shut   five calls in a row had no answer
 *     ▲        │  ▲
 *     │ answer │  │ no answer
 *     │        ▼  │
 *     └─────  tried   half a minute is over: one call goes through, the others still wait
 */
import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { after, daysBefore } from '../../kernel/moments.ts'
import { NoAnswer } from '../../ports/payments/provider-http.ts'
import type { AccountRef } from './account-model.ts'
import { providerOf } from './provider-service.ts'
import * as queries from './silence-queries.ts'

/** Calls in a row without an answer that shut an account. */
export const silentCalls = 5
/** Longer than a call may take, so that a try has ended before the next one. */
export const pauseMs = 30_000

/** Opening orders; asking for them and closing them; refunds. */
export type CallKind = 'open' | 'follow' | 'refund'

/** The account of an order. */
export type AskedAccount = AccountRef & { client: string }

/** The name of an account in all processes, which has no colon. */
export function accountName(
  { tenantId }: Pick<TenantRef, 'tenantId'>,
  { client, pay_account_id: own, agent_account_id: agent }: AskedAccount,
): string {
  if (own !== null) return `${client}/m${tenantId}-${own}`
  return agent === null ? client : `${client}/a${agent}`
}

const silenceName = (ref: Pick<TenantRef, 'tenantId'>, account: AskedAccount, kind: CallKind): string =>
  `${accountName(ref, account)}:${kind}`

/** Whether new orders of the account are refused. */
export async function isShut(deps: Deps, ref: TenantRef, account: AskedAccount, now: Date): Promise<boolean> {
  const isShutTo = async (kind: CallKind): Promise<boolean> => {
    const until = await queries.shutUntil(ref.tx, silenceName(ref, account, kind))
    return until !== null && until > now
  }
  if (await isShutTo('open')) return true
  // Where codes are made without the provider, only the other calls show that it is silent.
  return (await isShutTo('follow')) && (await providerOf(deps, ref, account))?.makesCodes === true
}

/** Until when a call of the account has to wait. Undefined: it may be made, and is the only try of a shut account. */
export async function waitOf(
  ref: TenantRef,
  account: AskedAccount,
  kind: CallKind,
  now: Date,
): Promise<Date | undefined> {
  const name = silenceName(ref, account, kind)
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
  kind: CallKind,
  ask: () => Promise<T>,
): Promise<T> {
  const name = silenceName(ref, account, kind)
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
  log.error({ account, since: silence.since }, 'a payment provider is silent: such calls of it wait')
}

async function noteAnswer({ db, log }: Deps, account: string): Promise<void> {
  const silence = await queries.endSilence(db.autonomous, account)
  if (silence?.shut_until) log.warn({ account, since: silence.since }, 'a payment provider answers again')
}

/** Accounts that are shut, and to which calls, for the operator. */
export async function shutAccounts({ db }: Deps): Promise<{ account: string; call: string }[]> {
  const names = await queries.shutAccounts(db.autonomous)
  return names.map((name) => {
    const [account = '', call = ''] = name.split(':')
    return { account, call }
  })
}

const forgottenAfterDays = 1

/** Forgets accounts that nothing has been asked of for a day, such as those that their merchants do not use any more. */
export const sweepSilence = ({ db }: Deps, now: Date): Promise<void> =>
  queries.deleteSilence(db.main, daysBefore(now, forgottenAfterDays))
