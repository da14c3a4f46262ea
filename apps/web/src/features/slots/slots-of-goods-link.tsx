import { type GoodsPick, slotCalls } from '@slotwise/contract'
import { Link } from 'react-router'

import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { useT } from '../../lib/i18n.tsx'
import { Can } from '../../ui/can.tsx'

/** Leads from a slot to all slots with the same goods, where their prices are changed together. */
export function SlotsOfGoodsLink({ goods: { goods_id: id, title: name } }: { goods: GoodsPick }) {
  const t = useT(goodsSlotWords)
  return (
    <Can access={slotCalls.getGoodsSlots.access}>
      <p className="sw-form-intro">
        <Link className="sw-link" to={`/goods/${id}/slots`}>
          {t('allSlots', { name })}
        </Link>
      </p>
    </Can>
  )
}
