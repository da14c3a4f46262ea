import { errorCodes } from '@slotwise/contract'
import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'

import { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import { uiWords } from './ui-words.ts'
import { Alert } from './plain/alert.tsx'
import { plainWords } from './plain/words.ts'
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
  const t = useT(uiWords)
  const openerGoes = useFocusReturn()
  const plain = useT(plainWords)
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
  const isFinal = refusal?.rcode === errorCodes.conflict
  return (
    <Modal
      open
      centered
      width={440}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger: true }}
      cancelText={isFinal ? plain('close') : t('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      confirmLoading={deleting}
      onOk={() => void confirm()}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn key={isFinal ? 'close' : 'cancel'} />
          {!isFinal && <OkBtn />}
        </>
      )}
    >
      {obstacle === undefined ? children : !refusal && <Alert tone="warning">{obstacle}</Alert>}
      {refusal && (
        <div className="sw-confirm-refusal">
          <Alert tone="error">{refusal.message}</Alert>
        </div>
      )}
    </Modal>
  )
}
