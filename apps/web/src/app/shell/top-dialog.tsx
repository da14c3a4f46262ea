import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

import { useFocusReturn } from '../../ui/use-focus-return.ts'
import './top-dialog.css'

type TopDialogProps = { label: string; className: string; onClose: () => void; children: ReactNode }

/** A dialog of the browser itself, which keeps the focus. Escape, a click beside it and the browser's Back close it. */
export function TopDialog({ label, className, onClose, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (key !== openedAt.current) leave()
  }, [key])
  useFocusReturn()
  useLayoutEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`sw-top-dialog ${className}`}
      aria-label={label}
      aria-modal="true"
      onClose={onClose}
      // Its content covers it, so that a click on the dialog itself is one on the page behind it.
      onPointerDown={({ target }) => target === dialog.current && onClose()}
    >
      {children}
    </dialog>
  )
}
