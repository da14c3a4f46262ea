import { Alert, Modal } from 'antd'
import { type ReactNode, useState } from 'react'

import { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import { uiWords } from './messages/messages.ts'

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
      confirmLoading={deleting}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      {children}
      {refusal && <Alert className="sw-confirm-refusal" role="alert" type="error" showIcon title={refusal} />}
    </Modal>
  )
}
