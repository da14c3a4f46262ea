import { errorCodes } from '@slotwise/contract'
import { type ReactNode, useState } from 'react'

import { CallError } from '../lib/client.ts'
import { DangerQuestion } from './danger-question.tsx'
import { Alert } from './plain/alert.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDeleteProps = {
  title: string
  /** Names what will be deleted. */
  children: ReactNode
  /** Why the server will most likely refuse, if the page knows. It replaces the other text. */
  obstacle?: string | undefined
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/**
 * Asks before something is deleted for good. A refusal is shown in the dialog; when a retry cannot help (still in use),
 * the dialog only offers to close.
 */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { title, children, obstacle, confirmLabel, onConfirm, onClose } = props
  const openerGoes = useFocusReturn()
  const [deleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState<CallError>()

  const confirm = async (): Promise<void> => {
    setDeleting(true)
    setRefusal(undefined)
    try {
      await onConfirm()
      openerGoes()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error)
    } finally {
      setDeleting(false)
    }
  }
  return (
    <DangerQuestion
      title={title}
      confirmLabel={confirmLabel}
      isAtWork={deleting}
      isFinal={refusal?.rcode === errorCodes.conflict}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {obstacle === undefined ? children : !refusal && <Alert tone="warning">{obstacle}</Alert>}
      {refusal && (
        <div className="sw-confirm-refusal">
          <Alert tone="error">{refusal.message}</Alert>
        </div>
      )}
    </DangerQuestion>
  )
}
