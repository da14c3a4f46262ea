import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'

import { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'
import { Alert } from './plain/alert.tsx'

type ConfirmDeleteProps = {
  title: string
  /** Names what will be lost. */
  children: ReactNode
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is lost for good. A refusal of the server (still in use) is shown in place. */
export function ConfirmDelete({ title, children, confirmLabel, onConfirm, onClose }: ConfirmDeleteProps) {
  const t = useT(uiWords)
  const [deleting, setDeleting] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const confirm = async (): Promise<void> => {
    setDeleting(true)
    setRefusal(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error.message)
    } finally {
      setDeleting(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={440}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      cancelButtonProps={{ autoFocus: true }}
      confirmLoading={deleting}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      {children}
      {refusal && (
        <div className="sw-confirm-refusal">
          <Alert tone="error">{refusal}</Alert>
        </div>
      )}
    </Modal>
  )
}
