import { useEffect, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { dismissNotice, lifeOf, type Notice, type NoticeAction, useNotices } from '../../lib/notices.ts'
import { toneIcons } from './alert.tsx'
import { CloseIcon } from './icons.tsx'
import './toaster.css'
import { plainWords } from './words.ts'

/** Shows the notices of lib/notices.ts. Mounted once, around everything, so that a notice survives a change of page. */
export function Toaster() {
  const t = useT(plainWords)
  const notices = useNotices()
  return (
    <div className="sw-toaster" role="region" aria-label={t('notices')}>
      {notices.map((notice) => (
        <Toast key={notice.id} notice={notice} />
      ))}
    </div>
  )
}

/** Disappears by itself, but not while the pointer or the focus is on it. */
function Toast({ notice }: { notice: Notice }) {
  const t = useT(plainWords)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => dismissNotice(notice.id), lifeOf(notice))
    return () => clearTimeout(timer)
  }, [held, notice])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pointing only delays the disappearance
    <div
      className="sw-toast"
      data-tone={notice.kind}
      data-kind={notice.kind}
      role={notice.kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {toneIcons[notice.kind]}
      <div className="sw-toast-text">
        {notice.text}
        {notice.second && <span className="sw-toast-second">{notice.second}</span>}
        {notice.requestId !== undefined && (
          <span className="sw-toast-id">{t('requestId', { id: notice.requestId })}</span>
        )}
      </div>
      {notice.action && <ActionButton notice={notice} action={notice.action} />}
      <button
        type="button"
        className="sw-toast-close"
        aria-label={t('close')}
        onClick={() => dismissNotice(notice.id)}
      >
        <CloseIcon />
      </button>
    </div>
  )
}

function ActionButton({ notice, action }: { notice: Notice; action: NoticeAction }) {
  const act = (): void => {
    dismissNotice(notice.id)
    action.run()
  }
  return (
    <button type="button" className="sw-toast-action" onClick={act}>
      {action.label}
    </button>
  )
}
