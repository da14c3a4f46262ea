import { CloseOutlined } from '@ant-design/icons'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
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
  useEffect(() => onClickBeside(dialog.current, () => leave()), [])
  useSeenPart(dialog)
  return (
    <dialog
      ref={dialog}
      className={`sw-top-dialog ${className}`}
      aria-label={label}
      aria-modal="true"
      onClose={onClose}
      // Escape would close a drawer below as well.
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation()
      }}
    >
      {children}
    </dialog>
  )
}

/** The button in the corner of such a dialog. */
export function DialogClose({ label, onClose }: { label: string; onClose: () => void }) {
  return (
    <button type="button" className="sw-top-dialog-close" aria-label={label} title={label} onClick={onClose}>
      <CloseOutlined aria-hidden="true" />
    </button>
  )
}

/**
 * Calls `leave` on a click on the page behind. The content covers the dialog, so that such a click is one on the dialog
 * itself. A text that is selected beyond the edge begins inside. Closing before the finger is lifted would press what is
 * behind.
 */
function onClickBeside(dialog: HTMLElement | null, leave: () => void): () => void {
  let pressed: EventTarget | null = null
  const press = ({ target }: Event): void => void (pressed = target)
  const click = ({ target }: Event): void => {
    if (target === dialog && pressed === dialog) leave()
  }
  dialog?.addEventListener('pointerdown', press)
  dialog?.addEventListener('click', click)
  return () => {
    dialog?.removeEventListener('pointerdown', press)
    dialog?.removeEventListener('click', click)
  }
}

/** Tells the styles which part of the page is seen above the keyboard of a phone: it covers the page without resizing it. */
function useSeenPart(dialog: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const measure = (): void => {
      // A page that is enlarged by two fingers is seen in part as well, but not because of a keyboard.
      const isCovered = seen.scale === 1
      dialog.current?.style.setProperty('--seen-height', isCovered ? `${seen.height}px` : '100dvh')
      dialog.current?.style.setProperty('--seen-top', isCovered ? `${seen.offsetTop}px` : '0')
    }
    measure()
    seen.addEventListener('resize', measure)
    seen.addEventListener('scroll', measure)
    return () => {
      seen.removeEventListener('resize', measure)
      seen.removeEventListener('scroll', measure)
    }
  }, [dialog])
}
