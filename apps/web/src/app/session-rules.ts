import { errorText } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { publicWords } from '../features/account/messages/public/messages.ts'
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
 * On sign-up and forgot password: a session that has ended is cleared and its owner, who surely has an account,
 * goes to the login page after half a second. A visitor without one stays.
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

/** The session of the console's routes; undefined means: to the login page. It also ends under an open page. */
export function useLiveSession(): ReturnType<typeof useSession> {
  const session = useSession()
  const exp = session?.exp
  useEffect(() => {
    // Nothing usable is stored: forget what is left of it.
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
