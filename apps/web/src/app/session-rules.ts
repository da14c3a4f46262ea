import { errorText } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { endReadings } from '../entities/refill/end-refills.ts'
import { publicWords } from '../features/account/public-words.ts'
import { loginPath } from '../lib/agent.ts'
import { currentLocale, textOf } from '../lib/i18n.tsx'
import { go } from '../lib/navigation.ts'
import { notify } from '../lib/notices.ts'
import {
  clearSession,
  getSession,
  hasLoggedOut,
  onSessionLostElsewhere,
  sessionHasEnded,
  useSession,
} from '../lib/session.ts'

const redirectMs = 500

/**
 * On sign-up and forgot password: clears a session that has ended and, since its user has an account, goes to the login
 * page after half a second. A visitor without a session stays.
 */
export function useEndedSessionRedirect(): void {
  const [ended] = useState(sessionHasEnded)
  useEffect(() => {
    if (!ended) return
    clearSession()
    const timer = setTimeout(() => go(loginPath(), { replace: true }), redirectMs)
    return () => clearTimeout(timer)
  }, [ended])
}

/**
 * What this browser has read for work without a network goes with the session: when a call, another tab or the clock has
 * ended it, and at the start, where it ended while the console was closed.
 */
export function useEndedReadings(): void {
  const account = useSession()?.account
  useEffect(() => {
    endReadings(account).catch(() => undefined)
  }, [account])
}

/**
 * The session of the console's routes; undefined leads to the login page. A timer ends the session under an open page.
 */
export function useLiveSession(): ReturnType<typeof useSession> {
  const session = useSession()
  const exp = session?.exp
  useEffect(() => {
    // Clears what is stored when it is no valid session.
    if (exp === undefined) return void getSession()
    const timer = setTimeout(
      () => {
        if (!getSession()) tellEnded()
      },
      Date.parse(exp) - Date.now() + 50,
    )
    return () => clearTimeout(timer)
  }, [exp])
  useEffect(() => onSessionLostElsewhere(tellLost), [])
  return session
}

const tellEnded = (): void => notify('warning', errorText(currentLocale(), 'sessionEnded'))

function tellLost(): void {
  if (hasLoggedOut()) notify('info', textOf(publicWords, 'loggedOutElsewhere'))
  else tellEnded()
}
