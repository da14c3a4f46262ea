import { CloseOutlined } from '@ant-design/icons'
import { errorText } from '@slotwise/contract'
import { Button } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { refusalLines } from '../../lib/refusal-lines.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { plainWords } from '../../ui/plain/words.ts'
import { progressWords } from './command-progress-words.ts'
import './command-progress.css'
import type { MachineAction } from './use-machine-action.ts'

type CallFailureProps = {
  error: CallError
  /** The command may have been executed all the same; sending it again does not execute it twice. */
  isLost?: boolean
  onDismiss: () => void
}

/** The server's message and its code. They stay until the user closes them, to be quoted to a technician. */
export function CallFailure({ error, isLost = false, onDismiss }: CallFailureProps) {
  const t = useT(progressWords)
  const plain = useT(plainWords)
  const { rcode, unsaidRequestId: id } = error
  const facts = [
    ...(rcode === 0 ? [] : [t('code', { code: rcode })]),
    ...(error.kind === 'fault' && id !== undefined ? [plain('requestId', { id })] : []),
  ]
  return (
    <div className="sw-call-failure">
      {isLost ? (
        <Alert tone="warning" second={t('lostHint')}>
          {t('lost')}
        </Alert>
      ) : (
        <Alert tone="error" second={facts.join(' · ')}>
          {refusalLines(error, error.errors, false).join('\n')}
        </Alert>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={t('closeMessage')}
        onClick={onDismiss}
      />
    </div>
  )
}

/** Seconds until the machine accepts the next command. The countdown is not announced at each tick. */
export function CoolingDown({ seconds }: { seconds: number }) {
  const locale = useLocale()
  if (seconds <= 0) return null
  return (
    <div className="sw-cooling-down" role="timer" aria-live="off">
      <Alert tone="warning">{errorText(locale, 'wait', { seconds })}</Alert>
    </div>
  )
}

export function ActionOutcome({ action }: { action: MachineAction }) {
  const { failure, lost, dismiss } = action
  if (failure) {
    const isLost = lost !== undefined && failure.rcode === 0
    return <CallFailure error={failure} isLost={isLost} onDismiss={dismiss} />
  }
  return action.isPutOff && <CoolingDown seconds={action.secondsLeft} />
}
