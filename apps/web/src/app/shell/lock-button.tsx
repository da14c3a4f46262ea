import { UnlockOutlined } from '@ant-design/icons'
import { useEffect } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { clearOperationSign, useSession, useUnlockedUntil } from '../../lib/session.ts'
import { formatInstant } from '../../ui/instant.tsx'
import { focusPage } from '../../ui/use-focus-return.ts'
import { shellWords } from './shell-words.ts'

/** Shown in the header while sensitive actions are unlocked: says until when, and locks them. */
export function LockButton() {
  const t = useT(shellWords)
  const until = useUnlockedUntil()
  const offset = useSession()?.utcOffsetMinutes ?? 0
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(clearOperationSign, Date.parse(until) - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  if (until === undefined) return null
  const label = t('unlocked', { until: formatInstant(until, offset).slice(11) })
  const lock = (): void => {
    // The button, which has the focus, disappears.
    focusPage()
    clearOperationSign()
    notify('info', t('locked'))
  }
  return (
    <button
      type="button"
      className="sw-icon-button is-unlocked"
      aria-label={label}
      title={label}
      onClick={lock}
    >
      <UnlockOutlined aria-hidden="true" />
    </button>
  )
}
