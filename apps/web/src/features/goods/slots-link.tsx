import { type Goods, slotCalls } from '@slotwise/contract'
import { Link } from 'react-router'

import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { useT } from '../../lib/i18n.tsx'
import { useMay } from '../../ui/can.tsx'

/** In how many slots the goods are; it leads to these slots, for users who may see machines. */
export function SlotsLink({ goods: { goods_id: id, title: name, slot_count: count } }: { goods: Goods }) {
  const t = useT(goodsSlotWords)
  const mayOpen = useMay(slotCalls.getGoodsSlots.access)
  if (count === 0) return <span>{t('inNoSlot')}</span>
  if (!mayOpen) return <span>{t('inSlots', { count })}</span>
  return (
    <Link className="sw-link" to={`/goods/${id}/slots`} aria-label={t('inSlotsOf', { name, count })}>
      {t('inSlots', { count })}
    </Link>
  )
}
