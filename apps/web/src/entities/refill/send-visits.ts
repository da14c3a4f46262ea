/**
 * Sends the visits that wait, the oldest first. A visit leaves the outbox only by the server's word:
 *
 * - it is booked: removed, or kept with its conflicts until the person has seen them;
 * - it is refused: kept with the reason, until the person sends it again or discards it;
 * - no answer, a failure of the server or of a proxy, a machine that is busy: it waits, longer each time.
 *
 * Each visit has an id of its own, so sending it twice books it once.
 */
import {
  errorCodes,
  refillCalls,
  type RefillVisit,
  sessionEnded,
  visitDays,
  type VisitResult,
} from '@slotwise/contract'

import { call, CallError, type Caller } from '../../lib/client.ts'
import { getSession } from '../../lib/session.ts'
import type { Delay, OutboxVisit, Refusal, VisitStore } from './visit-store.ts'

const waitsMs = [5_000, 15_000, 60_000, 300_000]
const waitAfter = (tries: number): number => waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0

export type Sending = {
  store: VisitStore
  account: string
  call?: Caller
  now?: () => number
  onBooked?: (visit: OutboxVisit, result: VisitResult) => void
  /** The account that calls are made for now. */
  signedIn?: () => string | undefined
}

/** Whether a visit is to be sent now, as far as it does not have to wait for an earlier one. */
export const isDue = ({ state, nextAt }: OutboxVisit, now: number, isAsked: boolean): boolean =>
  state.kind === 'waits' && (isAsked || nextAt <= now)

/** Returns how many visits were booked. `isAsked`: visits that rest after a failure are sent, too. */
export async function sendVisits(
  {
    store,
    account,
    call: ask = call,
    now = Date.now,
    onBooked = () => undefined,
    signedIn = () => getSession()?.account,
  }: Sending,
  { isAsked = false } = {},
): Promise<number> {
  const waiting = (await store.all('outbox'))
    .filter((visit) => visit.account === account && visit.state.kind === 'waits')
    .toSorted((a, b) => a.madeAt - b.madeAt)
  let booked = 0
  /** Machines with a visit that still waits: a later visit there must not be booked before it. */
  const resting = new Set<string>()
  for (const visit of waiting) {
    if (resting.has(visit.sn) || !isDue(visit, now(), isAsked)) {
      resting.add(visit.sn)
      continue
    }
    // Another account may have signed in meanwhile, and these visits are not its own.
    if (signedIn() !== account) return booked
    try {
      const result = await ask(refillCalls.sendRefillVisit, inputOf(visit, now()), { quiet: true })
      booked += 1
      onBooked(visit, result)
      if (result.slots.every(({ conflict }) => conflict === null)) await store.remove('outbox', visit.visit)
      else await store.replaceVisit({ ...visit, state: { kind: 'parted', result } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The next login of this account sends it.
      if (error.rcode === sessionEnded) return booked
      const failed = afterFailure(visit, error, now())
      await store.replaceVisit(failed)
      if (failed.state.kind === 'waits') resting.add(visit.sn)
      // Without a network or a server the others fail alike.
      if (error.kind !== 'answer') return booked
    }
  }
  return booked
}

const mostAgoMs = visitDays * 86_400_000

export const inputOf = ({ visit, sn, readAt, slots }: OutboxVisit, now: number): RefillVisit => ({
  visit,
  sn,
  read_at: readAt,
  slots: slots.map(({ channel_sn: number, seen, set, at }) => ({
    channel_sn: number,
    seen,
    set,
    // A clock that was set meanwhile must not make the visit invalid; the server bounds the moment by the reading.
    ago_ms: Math.min(mostAgoMs, Math.max(0, Math.round(now - at))),
  })),
})

function afterFailure(visit: OutboxVisit, error: CallError, now: number): OutboxVisit {
  const tries = visit.tries + 1
  const delay = delayOf(error)
  if (delay === undefined) {
    const refusal: Refusal =
      error.rcode === errorCodes.notFound
        ? 'missing'
        : error.rcode === errorCodes.noPermission
          ? 'rights'
          : 'other'
    return { ...visit, tries, state: { kind: 'refused', refusal, text: error.message } }
  }
  const wait = Math.max(waitAfter(tries), (error.retryAfter ?? 0) * 1000)
  return { ...visit, tries, nextAt: now + wait, state: { kind: 'waits', delay } }
}

/** Undefined for a refusal, which the same visit would get again. */
function delayOf({ kind, rcode, retryAfter }: CallError): Delay | undefined {
  if (kind === 'offline') return 'offline'
  if (kind !== 'answer' || rcode === errorCodes.fault) return 'server'
  return rcode === errorCodes.busy || retryAfter !== undefined ? 'busy' : undefined
}
