import { Modal } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { outboxWords } from './outbox-words.ts'

type UnsentDialogProps = { count: number; onLeave: () => void; onClose: () => void }

/** Asks before a logout deletes visits that the server does not know. */
export function UnsentDialog({ count, onLeave, onClose }: UnsentDialogProps) {
  const t = useT(outboxWords)
  return (
    <Modal
      open
      centered
      width={440}
      title={t('leaveTitle')}
      okText={t('leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('stay')}
      cancelButtonProps={{ autoFocus: true }}
      onOk={onLeave}
      onCancel={onClose}
    >
      <p>{t('leaveLine', { count })}</p>
    </Modal>
  )
}
