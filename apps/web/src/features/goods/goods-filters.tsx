import { goodsFieldWords, GoodsFilter, goodsOrders } from '@slotwise/contract'
import type { z } from 'zod'

import { useT } from '../../lib/i18n.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { MoneySpanFilter } from '../../ui/money-span-filter.tsx'
import { useGoodsTags } from './api.ts'
import { goodsWords } from './goods-words.ts'

type Filter = z.output<typeof GoodsFilter>
type GoodsFiltersProps = { filter: Filter; onChange: (change: Partial<Filter>) => void }

const orderWords = {
  newest: 'orderNewest',
  title: 'orderTitle',
  '-title': 'orderTitleDown',
  price: 'orderPrice',
  '-price': 'orderPriceDown',
  sales: 'orderSales',
} as const

export function GoodsFilters({ filter, onChange }: GoodsFiltersProps) {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const { data } = useGoodsTags()
  const tags = (data?.data ?? []).map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` }))
  // A link may name a tag that no goods have any more.
  const isGone = filter.tag !== undefined && !tags.some(({ value }) => value === filter.tag)
  return (
    <>
      <SelectFilter<string>
        label={field('tags')}
        value={filter.tag}
        options={isGone && filter.tag ? [...tags, { value: filter.tag, label: filter.tag }] : tags}
        searchable
        onChange={(tag) => onChange({ tag })}
      />
      <MoneySpanFilter
        label={field('price')}
        fields={[
          { name: 'min_price', label: field('min_price') },
          { name: 'max_price', label: field('max_price') },
        ]}
        schema={GoodsFilter}
        min={filter.min_price}
        max={filter.max_price}
        onChange={(min_price, max_price) => onChange({ min_price, max_price })}
      />
      <SelectFilter
        label={t('order')}
        value={filter.order}
        standing="newest"
        options={goodsOrders.map((value) => ({ value, label: t(orderWords[value]) }))}
        onChange={(order) => onChange({ order })}
      />
    </>
  )
}
