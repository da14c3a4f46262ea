import { Button } from 'antd'
import { useState } from 'react'

import { CallError, isHandledElsewhere } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { CallFailure } from '../../entities/command/call-failure.tsx'
import type { PartedSlot } from '../../entities/slot/slot-shelves.ts'
import { slotFormWords } from './slot-form-words.ts'

type TakeCountProps = {
  slot: PartedSlot
  disabled: boolean
  /** Rejects where the machine rests or the slot has changed, which the form around it shows. */
  onTake: () => Promise<void>
}

/** Says how far books and machine are apart, and takes over the machine's count. The button names both numbers. */
export function TakeCount({ slot: { quantity: books, counted }, disabled, onTake }: TakeCountProps) {
  const t = useT(slotFormWords)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<CallError>()

  const take = async (): Promise<void> => {
    setRunning(true)
    setFailure(undefined)
    try {
      await onTake()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!isHandledElsewhere(error)) setFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <div className="sw-take-count">
      <p>{t('parted', { books, counted })}</p>
      <Button loading={isRunning} disabled={disabled} onClick={() => void take()}>
        {t('takeCount', { books, counted })}
      </Button>
      {failure && <CallFailure error={failure} onDismiss={() => setFailure(undefined)} />}
    </div>
  )
}
