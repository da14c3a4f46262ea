import type { RefillFilter, RefillSlotChoice } from '@slotwise/contract'
import type { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { CallFailure } from '../command/call-failure.tsx'
import { ConfirmAction } from '../command/confirm-action.tsx'
import { useRefillDevices, useRefillList, useTellRefilled } from './api.ts'
import { refillWords } from './refill-words.ts'

type Condition = Omit<z.output<typeof RefillFilter>, 'slots'>

export type FillDialogProps = {
  /** The machines that are named, or all that a filter finds. */
  of: { sns: string[] } | { condition: Condition }
  slots?: RefillSlotChoice
  /** The name of the machine, where it is only one. */
  name?: string
  onDone?: () => void
  onClose: () => void
}

/** Asks before machines are booked as filled up, with the pieces and machines by what the server counts now. */
export function FillDialog({ of, slots = 'all', name, onDone, onClose }: FillDialogProps) {
  const t = useT(refillWords)
  const condition = 'sns' in of ? { sns: of.sns } : of.condition
  const query = useRefillList({ filter: { ...condition, slots }, page: 1, size: 1 })
  const { mutateAsync } = useRefillDevices()
  const tell = useTellRefilled()
  const list = query.isPlaceholderData ? undefined : query.data
  const count = list?.count ?? 0
  const pieces = list?.pieces ?? 0
  return (
    <ConfirmAction
      title={name === undefined ? t('fillTitle', { count }) : t('fillOneTitle', { name })}
      confirmLabel={t('fillDo', { pieces })}
      disabled={pieces === 0}
      onConfirm={async () => {
        tell(await mutateAsync({ ...of, slots }))
        onDone?.()
      }}
      onClose={onClose}
    >
      {list ? (
        <p>
          {pieces === 0 ? t('fillNothing') : t('fillText', { devices: count, slots: list.slots, pieces })}
          {pieces > 0 && slots === 'low' && ` ${t('fillLowText')}`}
        </p>
      ) : query.error ? (
        <CallFailure error={query.error} onDismiss={onClose} />
      ) : (
        <p role="status">{t('loading')}</p>
      )}
    </ConfirmAction>
  )
}
