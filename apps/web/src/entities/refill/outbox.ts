/** The outbox of this browser: its visits for pages to show, and the times at which it is sent. */
import { refillUndoMinutes, type VisitResult } from '@slotwise/contract'
import { useEffect, useSyncExternalStore } from 'react'

import { listeners } from '../../lib/listeners.ts'
import { isOffline, triesWhenBack } from '../../lib/network.ts'
import { getSession, useSession } from '../../lib/session.ts'
import { askForSync } from './offline-worker.ts'
import { markVisits } from './refill-mark.ts'
import { isDue, sendVisits } from './send-visits.ts'
import { keyOf, type OutboxVisit, visitStore } from './visit-store.ts'

const changes = listeners()
const bookings = listeners()
/** The refills that were booked lately, by account and machine. */
const booked = new Map<string, { refill: string; until: number }>()
let visits: readonly OutboxVisit[] = []
let isSending = false

/** Calls back when visits were booked, so that pages read the stock again. */
export const onBooked = bookings.subscribe

export async function readOutbox(): Promise<void> {
  const store = await visitStore()
  visits = (await store.all('outbox')).toSorted((a, b) => a.madeAt - b.madeAt)
  markVisits(visits.length > 0)
  changes.emit()
}

const snapshot = (): readonly OutboxVisit[] => visits
const sendingNow = (): boolean => isSending

/** The visits of the signed-in account. */
export function useOutbox(): { visits: OutboxVisit[]; isSending: boolean } {
  const account = useSession()?.account
  const all = useSyncExternalStore(changes.subscribe, snapshot)
  const sending = useSyncExternalStore(changes.subscribe, sendingNow)
  return { visits: all.filter((visit) => visit.account === account), isSending: sending }
}

function noteBooked({ account, sn }: OutboxVisit, { refill }: VisitResult): void {
  const until = Date.now() + refillUndoMinutes * 60_000
  if (refill === null) booked.delete(keyOf(account, sn))
  else booked.set(keyOf(account, sn), { refill, until })
}

/** The last visit to a machine that was booked while this page was open, as long as it can be undone. */
export function useBookedRefill(account: string, sn: string): string | undefined {
  return useSyncExternalStore(changes.subscribe, () => bookedRefill(account, sn))
}

function bookedRefill(account: string, sn: string): string | undefined {
  const found = booked.get(keyOf(account, sn))
  return found && found.until > Date.now() ? found.refill : undefined
}

/** Called when it was undone. */
export function forgetBooked(account: string, sn: string): void {
  booked.delete(keyOf(account, sn))
  changes.emit()
}

/** One tab sends at a time, where the browser can tell; elsewhere the ids keep visits from being booked twice. */
async function alone(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return work()
  await locks.request('slotwise-outbox', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
  })
}

let last: Promise<void> = Promise.resolve()

/** Sends what waits. `isAsked`: visits that rest after a failure are sent, too. */
export async function sendNow({ isAsked = false } = {}): Promise<void> {
  // One after the other, so that a visit that was added meanwhile is sent afterwards.
  const work = last.then(() => sendDue(isAsked))
  last = work.catch(() => undefined)
  await work
}

async function sendDue(isAsked: boolean): Promise<void> {
  const account = getSession()?.account
  if (account === undefined) return
  await readOutbox()
  if (!visits.some((visit) => visit.account === account && isDue(visit, Date.now(), isAsked))) return
  isSending = true
  changes.emit()
  try {
    const store = await visitStore()
    await alone(async () => {
      if ((await sendVisits({ store, account, onBooked: noteBooked }, { isAsked })) > 0) bookings.emit()
    })
  } finally {
    isSending = false
    await readOutbox()
  }
}

/** Asks the browser not to clear the data of this site when its disk is full. */
function askToPersist(): void {
  const { storage } = navigator as { storage?: { persist?: () => Promise<boolean> } }
  storage?.persist?.().catch(() => undefined)
}

/** Stores a visit in place of its draft, before anything is sent. */
export async function addVisit(draft: string, visit: OutboxVisit): Promise<void> {
  const store = await visitStore()
  await store.finishDraft(draft, visit)
  askToPersist()
  // The visit is stored, even if it cannot be shown at once.
  await readOutbox().catch(() => undefined)
  askForSync()
}

export async function removeVisit(visit: string): Promise<void> {
  const store = await visitStore()
  await store.remove('outbox', visit)
  await readOutbox()
}

export async function sendAgain(visit: OutboxVisit): Promise<void> {
  const store = await visitStore()
  await store.replaceVisit({ ...visit, nextAt: 0, state: { kind: 'waits', delay: undefined } })
  await sendNow()
}

/** A timer may be late by as much as the phone slept; nothing is lost by that. */
const lookEveryMs = 5_000

/** Keeps sending while the console is open: at once, when the network is back, and after each rest. */
export function useSending(): void {
  useEffect(() => {
    const send = (): void => {
      if (!isOffline()) sendNow().catch(() => undefined)
    }
    const asked = (): void => void sendNow({ isAsked: true }).catch(() => undefined)
    const heard = ({ data }: MessageEvent<{ kind?: unknown } | null>): void => {
      if (data?.kind === 'send') asked()
    }
    readOutbox().then(send, () => undefined)
    const timer = setInterval(send, lookEveryMs)
    const leave = triesWhenBack(asked)
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    worker?.addEventListener('message', heard)
    return () => {
      clearInterval(timer)
      leave()
      worker?.removeEventListener('message', heard)
    }
  }, [])
}
