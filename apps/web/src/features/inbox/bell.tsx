import { BellOutlined } from '@ant-design/icons'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { CountBadge } from '../../ui/count-badge.tsx'
import { lazyConsolePage } from '../../ui/lazy-console-page.tsx'
import { focusPage } from '../../ui/use-focus-return.ts'
import { useIsPhone } from '../../ui/use-media.ts'
import { useUnread } from './api.ts'
import './bell.css'
import { inboxWords } from './inbox-words.ts'
import { PushUpkeep } from './push-upkeep.tsx'

/** Loaded when the bell is about to be opened, because the bell is on every page. */
const BellMessages = lazyConsolePage(async () => (await import('./bell-messages.tsx')).BellMessages)

/** The number of unread messages, on every page. On a phone it leads to all messages, elsewhere it shows the last ones. */
export function Bell() {
  const t = useT(inboxWords)
  const unread = useUnread()
  const isPhone = useIsPhone()
  const label = unread ? t('unread', { count: unread }) : t('title')
  const face = (
    <CountBadge count={unread ?? 0}>
      <BellOutlined aria-hidden="true" />
    </CountBadge>
  )
  return (
    <>
      {isPhone ? (
        <Link to="/inbox" className="sw-icon-button" aria-label={label} title={label}>
          {face}
        </Link>
      ) : (
        <BellButton unread={unread ?? 0} label={label} face={face} />
      )}
      <Announced unread={unread} />
      {/* The server words messages in the language in which the browser was registered. */}
      <PushUpkeep key={useLocale()} />
    </>
  )
}

/** Tells screen readers that a message has come. What was unread before is not announced. */
function Announced({ unread }: { unread: number | undefined }) {
  const t = useT(inboxWords)
  const [known, setKnown] = useState(unread)
  const [hasCome, setCome] = useState(false)
  if (known !== unread) {
    setKnown(unread)
    setCome(known !== undefined && unread !== undefined && unread > known)
  }
  return (
    <span className="sw-visually-hidden" role="status">
      {hasCome && t('unread', { count: unread ?? 0 })}
    </span>
  )
}

type BellButtonProps = { unread: number; label: string; face: React.ReactNode }

/**
 * The last messages in a panel below the bell, where the keyboard finds them next. Escape, a click beside it, and
 * leaving it by Tab close the panel.
 */
function BellButton({ unread, label, face }: BellButtonProps) {
  const t = useT(inboxWords)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    panel.current?.focus()
    const closeBeside = ({ target }: PointerEvent): void => {
      if (!root.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeBeside)
    return () => document.removeEventListener('pointerdown', closeBeside)
  }, [open])
  const onKeyDown = ({ key }: KeyboardEvent): void => {
    if (!open || key !== 'Escape') return
    setOpen(false)
    root.current?.querySelector('button')?.focus()
  }
  const onBlur = ({ relatedTarget: next }: FocusEvent): void => {
    if (next && !root.current?.contains(next)) setOpen(false)
  }
  const leave = (): void => {
    // The link, which has the focus, disappears.
    focusPage()
    setOpen(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the panel inside
    <div className="sw-bell" ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className="sw-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={BellMessages.prefetch}
        onFocus={BellMessages.prefetch}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div
          className="sw-bell-panel"
          id={id}
          ref={panel}
          role="dialog"
          aria-label={t('title')}
          tabIndex={-1}
        >
          <BellMessages unread={unread} onLeave={leave} />
        </div>
      )}
    </div>
  )
}
