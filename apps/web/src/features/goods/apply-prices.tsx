import { slotCalls } from '@slotwise/contract'
import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'

import { CallFailure } from '../../entities/command/call-failure.tsx'
import { useApplyListPrices, useTellChanged } from '../../entities/slot/goods-slots.ts'
import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'

type ApplyPricesProps = {
  /** The number of the change that gave new list prices. */
  change: string
  onClose: () => void
}

/**
 * After new list prices of several goods: asks whether the slots that had the old ones get them too. Ends without such
 * slots.
 */
export function ApplyPrices({ change, onClose }: ApplyPricesProps) {
  const { data, isError } = useCall(slotCalls.getListPriceSlots, { change }, { inline: true })
  const isPointless = isError || data?.slots === 0
  const t = useT(goodsSlotWords)
  const end = useEffectEvent(() => {
    if (isError) notify('warning', t('applyUnread'))
    onClose()
  })
  useEffect(() => {
    if (isPointless) end()
  }, [isPointless])
  if (!data || isPointless) return null
  return <ApplyQuestion change={change} found={data} onClose={onClose} />
}

type Found = { slots: number; goods: number; devices: number }

function ApplyQuestion({ change, found, onClose }: ApplyPricesProps & { found: Found }) {
  const t = useT(goodsSlotWords)
  const { mutateAsync, isPending } = useApplyListPrices()
  const tellChanged = useTellChanged()
  const [failure, setFailure] = useState<CallError>()
  // The question stays as it was asked.
  const [{ slots: count, goods, devices }] = useState(found)
  const apply = async (): Promise<void> => {
    setFailure(undefined)
    try {
      tellChanged(await mutateAsync({ change }))
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    }
  }
  return (
    <Modal
      open
      centered
      width={560}
      title={t('applyManyTitle', { count })}
      onCancel={onClose}
      footer={
        <>
          {/* The question may open under a finger on Enter. */}
          <Button autoFocus disabled={isPending} onClick={onClose}>
            {t('applyManyNot')}
          </Button>
          <Button type="primary" loading={isPending} onClick={() => void apply()}>
            {t('applyDo', { count })}
          </Button>
        </>
      }
    >
      <p>{t('applyManyText', { count, goods, devices })}</p>
      {failure && <CallFailure error={failure} onDismiss={() => setFailure(undefined)} />}
    </Modal>
  )
}
