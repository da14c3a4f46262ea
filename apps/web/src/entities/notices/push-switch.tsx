import { useId } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import './push-switch.css'
import { pushWords } from './push-words.ts'
import { usePush } from './use-push.ts'

/**
 * Turns messages of this browser on and off for the signed-in account, or says why it cannot. Shows nothing where the
 * server sends none. Made of plain elements, so that pages outside of the console can show it.
 */
export function PushSwitch() {
  const username = useSession()?.username
  return username === undefined ? null : <AccountSwitch key={username} username={username} />
}

function AccountSwitch({ username }: { username: string }) {
  const t = useT(pushWords)
  const { state, working, failure, turn } = usePush(username)
  const [name, hint] = [useId(), useId()]
  if (state === undefined) return null
  const isOn = state === 'on'
  const reason = failure === 'noService' ? t('noService') : failure?.message
  return (
    <section className="sw-push" aria-labelledby={name}>
      <div>
        <p id={name} className="sw-push-name">
          {t('title')}
        </p>
        <p id={hint} className="sw-push-hint" role="status">
          {t(working ? 'working' : state)}
        </p>
        {reason !== undefined && (
          <p className="sw-push-failure" role="alert">
            {reason}
          </p>
        )}
      </div>
      {(isOn || state === 'off') && (
        <button
          type="button"
          role="switch"
          className="sw-push-switch"
          aria-checked={isOn}
          aria-labelledby={name}
          aria-describedby={hint}
          disabled={working}
          onClick={() => turn(!isOn)}
        >
          <i aria-hidden="true" />
        </button>
      )}
    </section>
  )
}
