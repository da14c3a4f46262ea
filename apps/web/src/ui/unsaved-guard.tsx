import { Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'

import { useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'

/**
 * Asks before unsaved input is lost: by the form's own close, a link, the back button, or closing the tab. `leave`
 * closes the form; `leaveSaved` does so without asking.
 */
export function useUnsavedGuard(dirty: boolean, leave: () => void) {
  const [asking, setAsking] = useState(false)
  const saved = useRef(false)
  const blocker = useBlocker(() => dirty && !saved.current)

  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])

  const leaveSaved = (): void => {
    saved.current = true
    leave()
  }
  const discard = (): void => {
    setAsking(false)
    if (blocker.state === 'blocked') blocker.proceed()
    else leaveSaved()
  }
  const keep = (): void => {
    setAsking(false)
    if (blocker.state === 'blocked') blocker.reset()
  }
  return {
    requestLeave: () => (dirty ? setAsking(true) : leaveSaved()),
    leaveSaved,
    question: (
      <UnsavedQuestion open={asking || blocker.state === 'blocked'} onDiscard={discard} onKeep={keep} />
    ),
  }
}

type UnsavedQuestionProps = { open: boolean; onDiscard: () => void; onKeep: () => void }

/** For dialogs over a form, which have no address of their own. */
export function UnsavedQuestion({ open, onDiscard, onKeep }: UnsavedQuestionProps) {
  const t = useT(uiWords)
  return (
    <Modal
      open={open}
      title={t('unsavedTitle')}
      okText={t('discard')}
      cancelText={t('keepEditing')}
      okButtonProps={{ danger: true }}
      cancelButtonProps={{ autoFocus: true }}
      onOk={onDiscard}
      onCancel={onKeep}
      width={420}
      centered
      destroyOnHidden
    >
      {t('unsavedText')}
    </Modal>
  )
}
