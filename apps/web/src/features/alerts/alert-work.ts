import type { Alert } from '@slotwise/contract'

type Work = Pick<Alert, 'taker' | 'mine' | 'done_at' | 'closed_at'>

/** What a user can do with an alert by one click. */
export type WorkSteps = { take?: 'take' | 'giveBack'; done?: 'finish' | 'reopen' }

/**
 * An alert that is over needs no work. What another person has taken, only the main account can give back; one that is
 * done stays with the person who did it.
 */
export function workSteps(
  { taker, mine, done_at: done, closed_at: closed }: Work,
  isMain: boolean,
): WorkSteps {
  if (closed !== null) return {}
  if (done !== null) return { done: 'reopen' }
  if (taker === null) return { take: 'take', done: 'finish' }
  return mine || isMain ? { take: 'giveBack', done: 'finish' } : { done: 'finish' }
}
