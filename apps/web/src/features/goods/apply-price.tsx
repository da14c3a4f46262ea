import { type Goods, type GoodsSlotList, joinNames } from '@slotwise/contract'
import { Button, Modal } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'

import { CallFailure } from '../../entities/command/call-failure.tsx'
import { deviceName } from '../../entities/device/device-name.ts'
import { useGoodsSlots, useSetGoodsSlots, useTellChanged } from '../../entities/slot/goods-slots.ts'
import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useMoneyText } from '../../ui/money.tsx'

type ApplyPriceProps = {
  /** With the new list price. */
  goods: Goods & { price: number }
  /** The list price before. */
  was: number
  onClose: () => void
}

/** So many machines are named; a machine may have several of the slots. */
const namedAtMost = 5
const readAtMost = 50

/** After a new list price was saved: asks whether the slots that had the old one get it too. Ends without such slots. */
export function ApplyPrice({ goods, was, onClose }: ApplyPriceProps) {
  const { data, isPlaceholderData, isError } = useGoodsSlots(goods.goods_id, {
    filter: { price: was },
    page: 1,
    size: readAtMost,
  })
  const list = isPlaceholderData ? undefined : data
  // Otherwise a slot that gets the old price later would open the question out of nowhere.
  const isPointless = isError || list?.count === 0
  const t = useT(goodsSlotWords)
  const end = useEffectEvent(() => {
    if (isError) notify('warning', t('applyUnread'))
    onClose()
  })
  useEffect(() => {
    if (isPointless) end()
  }, [isPointless])
  if (!list || isPointless) return null
  return <ApplyQuestion goods={goods} was={was} list={list} onClose={onClose} />
}

function ApplyQuestion({ goods, was, list, onClose }: ApplyPriceProps & { list: GoodsSlotList }) {
  const t = useT(goodsSlotWords)
  const locale = useLocale()
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useSetGoodsSlots()
  const tellChanged = useTellChanged()
  const [failure, setFailure] = useState<CallError>()
  // The question stays as it was asked, although the list follows live events.
  const [{ count, data }] = useState(list)
  const names = [...new Set(data.map(deviceName))]
  const money = useMoneyText()

  const apply = async (): Promise<void> => {
    setFailure(undefined)
    try {
      tellChanged(
        await mutateAsync({ goods_id: goods.goods_id, condition: { price: was }, price: goods.price }),
      )
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error)
    }
  }
  const choose = (): void => {
    onClose()
    void navigate(`/goods/${goods.goods_id}/slots?price=${was}`)
  }
  return (
    <Modal
      open
      centered
      width={560}
      title={t('applyTitle', { count, price: money(goods.price) })}
      onCancel={onClose}
      footer={
        <>
          <Button disabled={isPending} onClick={choose}>
            {t('applyChoose')}
          </Button>
          {/* The question may open under a finger on Enter. */}
          <Button autoFocus disabled={isPending} onClick={onClose}>
            {t('applyNot')}
          </Button>
          <Button type="primary" loading={isPending} onClick={() => void apply()}>
            {t('applyDo', { count })}
          </Button>
        </>
      }
    >
      <p>{t('applyText', { name: goods.title, count, was: money(was) })}</p>
      <p>
        {joinNames(locale, names.slice(0, namedAtMost))}
        {names.length > namedAtMost && ' …'}
      </p>
      {failure && <CallFailure error={failure} onDismiss={() => setFailure(undefined)} />}
    </Modal>
  )
}
