import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

import './header-panel.css'
import { focusPage } from './use-focus-return.ts'

type HeaderPanelProps = {
  label: string
  panelLabel: string
  face: ReactNode
  /** Loads the code of what the panel shows, when the button is about to be pressed. */
  prefetch: () => void
  /** `leave` closes the panel for another page. */
  children: (leave: () => void) => ReactNode
}

/**
 * A button of the header with a panel below it, where the keyboard finds it next. Escape, a click beside it, and leaving
 * it by Tab close the panel.
 */
export function HeaderPanel({ label, panelLabel, face, prefetch, children }: HeaderPanelProps) {
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
    // What was pressed has the focus, and disappears.
    focusPage()
    setOpen(false)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the panel inside
    <div className="sw-header-panel-root" ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className="sw-icon-button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && (
        <div
          className="sw-header-panel"
          id={id}
          ref={panel}
          role="dialog"
          aria-label={panelLabel}
          tabIndex={-1}
        >
          {children(leave)}
        </div>
      )}
    </div>
  )
}
