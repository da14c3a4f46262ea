import { Modal } from 'antd'
import type { ReactNode } from 'react'

import { useT } from '../lib/i18n.tsx'
import { plainWords } from './plain/words.ts'
import { uiWords } from './ui-words.ts'

type DangerQuestionProps = {
  title: string
  /** Names what will be lost. */
  children: ReactNode
  confirmLabel: string
  isAtWork?: boolean
  /** Nothing is left to confirm; the question can only be closed. */
  isFinal?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be taken back. The focus is on the answer that changes nothing. */
export function DangerQuestion(props: DangerQuestionProps) {
  const { title, children, confirmLabel, isAtWork = false, isFinal = false, onConfirm, onCancel } = props
  const t = useT(uiWords)
  const plain = useT(plainWords)
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
      confirmLoading={isAtWork}
      onOk={onConfirm}
      onCancel={onCancel}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn key={isFinal ? 'close' : 'cancel'} />
          {!isFinal && <OkBtn />}
        </>
      )}
    >
      {children}
    </Modal>
  )
}
