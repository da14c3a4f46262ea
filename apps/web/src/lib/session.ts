import { type Me, Session } from '@slotwise/contract'
import { useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'
import { onStoredElsewhere, readStored, removeStored, writeStored } from './storage.ts'
import { forgetTab } from './tab-storage.ts'

/**
 * Who is signed in, kept in localStorage and shared by all tabs. A session is there until it is cleared (logout,
 * the server's 604) or its end has passed. The authorization that the operation password gives goes with it.
 */
const sessionKey = 'slotwise.session'
const operationKey = 'slotwise.operation'
/** Left behind by somebody who logged out, so that other tabs can tell that from a session that ended. */
const loggedOutKey = 'slotwise.logged-out'

const changes = listeners()
const losses = listeners()
onStoredElsewhere([sessionKey, operationKey], () => {
  if (readStored(sessionKey) === undefined) {
    forgetTab()
    losses.emit()
  }
  changes.emit()
})

/** Calls back when another tab has cleared the session, before this one acts on it. */
export const onSessionLostElsewhere = losses.subscribe
export const hasLoggedOut = (): boolean => readStored(loggedOutKey) !== undefined

const isPast = (exp: string): boolean => !(Date.parse(exp) > Date.now())

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** The same object as long as the same text is stored, because React compares snapshots by identity. */
let parsed: { raw: string; session: Session | undefined } | undefined

function stored(): Session | undefined {
  const raw = readStored(sessionKey)
  if (raw === undefined) return undefined
  if (parsed?.raw !== raw) {
    const result = Session.safeParse(parse(raw))
    parsed = { raw, session: result.success ? result.data : undefined }
  }
  return parsed.session
}

/** Reads without clearing, so that it can be asked for while rendering. */
function current(): Session | undefined {
  const session = stored()
  return session && !isPast(session.exp) ? session : undefined
}

/** The session, or undefined; one that has ended or cannot be read is cleared on the way. */
export function getSession(): Session | undefined {
  if (sessionHasEnded()) clearSession()
  return current()
}

/** Something is stored and no longer good: tells an ended session from a new visitor. */
export const sessionHasEnded = (): boolean => readStored(sessionKey) !== undefined && !current()

export function saveSession(session: Session): void {
  removeStored(operationKey)
  removeStored(loggedOutKey)
  writeStored(sessionKey, JSON.stringify(session))
  changes.emit()
}

/** Takes over what the server says about the user now; token and secret stay. */
export function updateMe(me: Me): void {
  const session = current()
  if (!session) return
  const next = JSON.stringify({ ...session, ...me })
  if (next === readStored(sessionKey)) return
  writeStored(sessionKey, next)
  changes.emit()
}

export function clearSession(): void {
  removeStored(sessionKey)
  removeStored(operationKey)
  forgetTab()
  changes.emit()
}

/** By the user's own wish. */
export function logOutSession(): void {
  writeStored(loggedOutKey, 'true')
  clearSession()
}

export const useSession = (): Session | undefined => useSyncExternalStore(changes.subscribe, current, current)

function keptAuthorization(): { sign: string; exp: string } | undefined {
  const kept = parse(readStored(operationKey) ?? 'null') as
    | { sign?: unknown; exp?: unknown }
    | null
    | undefined
  const { sign, exp } = kept ?? {}
  return typeof sign === 'string' && typeof exp === 'string' && !isPast(exp) ? { sign, exp } : undefined
}

export const getOperationSign = (): string | undefined => keptAuthorization()?.sign

const unlockedUntil = (): string | undefined => keptAuthorization()?.exp

/** Until when sensitive actions ask for no operation password; undefined while they do. */
export const useUnlockedUntil = (): string | undefined =>
  useSyncExternalStore(changes.subscribe, unlockedUntil, unlockedUntil)

export function saveOperationSign(sign: string, exp: string): void {
  writeStored(operationKey, JSON.stringify({ sign, exp }))
  changes.emit()
}

export function clearOperationSign(): void {
  removeStored(operationKey)
  changes.emit()
}
