import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'

import { CallError, isHandledElsewhere } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { CallFailure, CoolingDown } from './call-failure.tsx'
import './confirm-action.css'
import { isCoolingDown } from './use-machine-action.ts'

type ConfirmActionProps = {
  title: string
  /** What will happen, and what is lost. */
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  disabled?: boolean
  /** Failures of this promise are shown in the dialog; an action that shows its failures itself must not reject. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before machines or stock are changed. While the machine rests, it shows the seconds and disables the button. */
export function ConfirmAction(props: ConfirmActionProps) {
  const { title, children, confirmLabel, danger = false, disabled = false, onConfirm, onClose } = props
  const ui = useT(uiWords)
  useFocusReturn()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<CallError>()
  const { left, start } = useCountdown()

  const confirm = async (): Promise<void> => {
    setRunning(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isCoolingDown(error)) start(error.retryAfter ?? 0)
      else if (!isHandledElsewhere(error)) setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={title}
      okText={confirmLabel}
      okButtonProps={{ danger, disabled: disabled || left > 0 }}
      cancelText={ui('cancel')}
      // A running action cannot be cancelled: antd does not close the dialog meanwhile, and the disabled button shows
      // it.
      cancelButtonProps={{ disabled: isRunning, ...(danger ? { autoFocus: true } : {}) }}
      confirmLoading={isRunning}
      onOk={() => void confirm()}
      onCancel={onClose}
    >
      <div className="sw-confirm-action">
        {children}
        {failure ? (
          <CallFailure error={failure} onDismiss={() => setFailure(undefined)} />
        ) : (
          <CoolingDown seconds={left} />
        )}
      </div>
    </Modal>
  )
}
