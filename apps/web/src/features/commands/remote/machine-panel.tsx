import { type Device, errorText, refusalWords } from '@slotwise/contract'
import { type ReactNode, useId } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import './remote.css'

/** Shown on the page, because a disabled button does not always say why, least of all on a touch screen. */
export function OfflineNote({ hint }: { hint: string }) {
  const locale = useLocale()
  return (
    <Alert tone="warning" second={hint}>
      {errorText(locale, 'offline')}
    </Alert>
  )
}

/** Why an online machine would refuse to move anything. */
export const stillness = ({ initializing_since: since, off }: Device): 'initializing' | 'off' | undefined =>
  since !== null ? 'initializing' : off ? 'off' : undefined

type OffNoteProps = {
  hint: string
  /** The button that switches it on. */
  children: ReactNode
}

export function OffNote({ hint, children }: OffNoteProps) {
  const refusal = useT(refusalWords)
  return (
    <Alert
      tone="warning"
      second={
        <span className="sw-off-note">
          {hint} {children}
        </span>
      }
    >
      {refusal('off')}
    </Alert>
  )
}

type PanelProps = {
  title: string
  danger?: boolean
  /** Disabled controls show the reason in a tooltip too, because the note may be out of sight. */
  isOffline?: boolean
  children: ReactNode
}

export function Panel({ title, danger = false, isOffline = false, children }: PanelProps) {
  const id = useId()
  const locale = useLocale()
  return (
    <section
      className={danger ? 'sw-remote-panel is-danger' : 'sw-remote-panel'}
      aria-labelledby={id}
      title={isOffline ? errorText(locale, 'offline') : undefined}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
