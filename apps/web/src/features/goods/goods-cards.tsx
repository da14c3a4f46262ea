import { type Goods, goodsFieldWords, tagsOf } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { SalesLink } from '../../entities/bill/bill-link.tsx'
import { usePriceText } from '../../entities/goods/goods-picker.tsx'
import { ChooseRow } from '../../ui/data-table.tsx'
import { CurrencyCode } from '../../ui/money.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Selection } from '../../ui/selection.ts'
import { CardGrid } from './card-grid.tsx'
import { goodsWords } from './goods-words.ts'
import { SlotsLink } from './slots-link.tsx'
import { TagList } from './tag-list.tsx'

type GoodsCardsProps = {
  goods: Goods[]
  busy: boolean
  onOpen: (goods: Goods) => void
  actions: (goods: Goods) => ReactNode
  selection: Selection<Goods>
}

export function GoodsCards({ goods, busy, onOpen, actions, selection }: GoodsCardsProps) {
  const field = useT(goodsFieldWords)
  return (
    <CardGrid label={field('goods')} busy={busy}>
      {goods.map((one) => (
        <li key={one.goods_id} className="sw-picture-card">
          <span className="sw-card-choice">
            <ChooseRow row={one} selection={selection} />
          </span>
          <GoodsCard goods={one} onOpen={() => onOpen(one)} actions={actions(one)} />
        </li>
      ))}
    </CardGrid>
  )
}

type GoodsCardProps = { goods: Goods; onOpen: () => void; actions: ReactNode }

function GoodsCard({ goods, onOpen, actions }: GoodsCardProps) {
  const t = useT(goodsWords)
  const priceText = usePriceText()
  return (
    <>
      <Picture file={goods.images[0]?.file} size="card" alt="" />
      <h2 className="sw-picture-card-name">
        <button type="button" className="sw-card-opener" title={goods.title} onClick={onOpen}>
          <span>{goods.title}</span>
        </button>
      </h2>
      <div className="sw-card-line">
        <span className="sw-goods-price">
          {priceText(goods)} <CurrencyCode />
        </span>
        <TagList tags={tagsOf(goods.tags)} />
      </div>
      <div className="sw-card-line is-last">
        <span className="sw-card-facts">
          <SalesLink of={{ goods_id: goods.goods_id }} name={goods.title}>
            {t('sold', { count: goods.sales.toLocaleString('en-US') })}
          </SalesLink>
          <SlotsLink goods={goods} />
        </span>
        {actions}
      </div>
    </>
  )
}
