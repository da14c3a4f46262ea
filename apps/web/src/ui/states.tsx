import { LockOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import { useSession } from '../lib/session.ts'
import { uiWords } from './ui-words.ts'
import { plainWords } from './plain/words.ts'

type PlaceStateProps = { icon?: ReactNode; title: string; hint?: ReactNode; children?: ReactNode }

/** Shown in place of content: why there is none, and the next step. */
function PlaceState({ icon, title, hint, children }: PlaceStateProps) {
  return (
    <div className="sw-place-state">
      {icon && (
        <span className="sw-place-state-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <p className="sw-place-state-title">{title}</p>
      {hint && <p className="sw-place-state-hint">{hint}</p>}
      {children && <div className="sw-place-state-actions">{children}</div>}
    </div>
  )
}

export function EmptyState(props: PlaceStateProps) {
  return <PlaceState icon={<EmptySlots />} {...props} />
}

/** Our mark with no slot lit. */
function EmptySlots() {
  return (
    <svg width="48" height="48" viewBox="0 0 24 24" fill="none" stroke="currentColor">
      <rect x="3.5" y="3.5" width="7" height="7" rx="1.5" />
      <rect x="13.5" y="3.5" width="7" height="7" rx="1.5" />
      <rect x="3.5" y="13.5" width="7" height="7" rx="1.5" />
      <rect x="13.5" y="13.5" width="7" height="7" rx="1.5" strokeDasharray="2 2" />
    </svg>
  )
}

type ErrorStateProps = {
  error: Error
  /** What could not be loaded, if the page says so. */
  title?: string
  onRetry: () => void
  retrying?: boolean
  /** Another link or button. */
  children?: ReactNode
}

export function ErrorState({ error, title, onRetry, retrying = false, children }: ErrorStateProps) {
  const t = useT(uiWords)
  const plain = useT(plainWords)
  const requestId = error instanceof CallError ? error.unsaidRequestId : undefined
  return (
    <div role="alert">
      <PlaceState
        icon={<WarningOutlined aria-hidden="true" />}
        title={title ?? t('loadFailed')}
        hint={
          <>
            {error.message}
            {requestId && <small className="sw-request-id">{plain('requestId', { id: requestId })}</small>}
          </>
        }
      >
        <Button loading={retrying} onClick={onRetry}>
          {t('retry')}
        </Button>
        {children}
      </PlaceState>
    </div>
  )
}

/** Says who can help: a permission can be granted, pages of the main account cannot, and it lacks what is not switched on. */
export function NoPermissionState({ isMainOnly = false }: { isMainOnly?: boolean }) {
  const t = useT(uiWords)
  const session = useSession()
  const merchant = session?.mchName ?? ''
  const hint = session?.isMain ? 'notOnHint' : isMainOnly ? 'mainOnlyHint' : 'noPermissionHint'
  return (
    <PlaceState
      icon={<LockOutlined aria-hidden="true" />}
      title={t(session?.isMain ? 'notOn' : 'noPermission')}
      hint={t(hint, { merchant })}
    >
      <Link to="/" className="sw-button-link">
        {t('backHome')}
      </Link>
    </PlaceState>
  )
}
