import { type Me, Session } from '@slotwise/contract'
import { useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'
import { onStoredElsewhere, readStored, removeStored, writeStored } from './storage.ts'
import { sessionKey } from './stored-keys.ts'
import { forgetTab } from './tab-storage.ts'

/**
 * The signed-in user, kept in localStorage and shared by all tabs. A session lasts until it is cleared (logout, the
 * server's 604) or expires. The authorization of the operation password is cleared with it.
 */
const operationKey = 'slotwise.operation'
/** What the search has opened in this session; it names records, so it is cleared with the session. */
export const recentKey = 'slotwise.recent'
/** Set at logout, so that other tabs can tell a logout from a session that ended. */
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

/** Calls back when another tab has cleared the session, before this tab acts on it. */
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

/** Returns the same object as long as the same text is stored, because React compares snapshots by identity. */
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

/** Reads without clearing, so that it can be called while rendering. */
function current(): Session | undefined {
  const session = stored()
  return session && !isPast(session.exp) ? session : undefined
}

/** The session, or undefined. Clears a session that has expired or cannot be read. */
export function getSession(): Session | undefined {
  if (sessionHasEnded()) clearSession()
  return current()
}

/** True when a session is stored but no longer valid: tells an ended session from a new visitor. */
export const sessionHasEnded = (): boolean => readStored(sessionKey) !== undefined && !current()

export function saveSession(session: Session): void {
  removeStored(operationKey)
  removeStored(recentKey)
  removeStored(loggedOutKey)
  writeStored(sessionKey, JSON.stringify(session))
  changes.emit()
}

/** Stores what the server now says about the user; token and secret stay. */
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
  removeStored(recentKey)
  forgetTab()
  changes.emit()
}

/** A logout by the user. */
export function logOutSession(): void {
  writeStored(loggedOutKey, 'true')
  clearSession()
}

export const useSession = (): Session | undefined => useSyncExternalStore(changes.subscribe, current, current)

function storedAuthorization(): { sign: string; exp: string } | undefined {
  const saved = parse(readStored(operationKey) ?? 'null') as
    | { sign?: unknown; exp?: unknown }
    | null
    | undefined
  const { sign, exp } = saved ?? {}
  return typeof sign === 'string' && typeof exp === 'string' && !isPast(exp) ? { sign, exp } : undefined
}

export const getOperationSign = (): string | undefined => storedAuthorization()?.sign

const unlockedUntil = (): string | undefined => storedAuthorization()?.exp

/** Until when sensitive actions need no operation password; undefined while they need it. */
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
