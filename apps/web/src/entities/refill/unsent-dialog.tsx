import { useT } from '../../lib/i18n.tsx'
import { DangerQuestion } from '../../ui/danger-question.tsx'
import { outboxWords } from './outbox-words.ts'

type UnsentDialogProps = { count: number; onLeave: () => void; onClose: () => void }

/** Asks before a logout deletes visits that the server does not know. */
export function UnsentDialog({ count, onLeave, onClose }: UnsentDialogProps) {
  const t = useT(outboxWords)
  return (
    <DangerQuestion title={t('leaveTitle')} confirmLabel={t('leave')} onConfirm={onLeave} onCancel={onClose}>
      <p>{t('leaveLine', { count })}</p>
    </DangerQuestion>
  )
}
