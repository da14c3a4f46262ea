import { type GoodsSlotNarrowing, slotFieldWords } from '@slotwise/contract'
import type { z } from 'zod'

import { usePriceText } from '../../entities/goods/goods-picker.tsx'
import { goodsSlotWords } from '../../entities/slot/goods-slot-words.ts'
import { AreaFilter, StoreFilter } from '../../entities/store/place-filters.tsx'
import { useT } from '../../lib/i18n.tsx'
import { SelectFilter } from '../../ui/filters.tsx'

type Filter = z.output<typeof GoodsSlotNarrowing>
type GoodsSlotFiltersProps = { filter: Filter; onChange: (change: Partial<Filter>) => void }

export function GoodsSlotFilters({ filter, onChange }: GoodsSlotFiltersProps) {
  const t = useT(goodsSlotWords)
  const field = useT(slotFieldWords)
  const priceText = usePriceText()
  return (
    <>
      <AreaFilter
        label={t('area')}
        value={filter.area}
        onChange={(area) => onChange({ area, store: undefined })}
      />
      <StoreFilter
        label={t('store')}
        value={filter.store}
        area={filter.area}
        onChange={(store) => onChange({ store })}
      />
      {filter.price !== undefined && (
        // A link chooses the price; here it is shown and can be dropped.
        <SelectFilter<string>
          label={field('price')}
          value={String(filter.price)}
          options={[
            {
              value: String(filter.price),
              label: priceText({ price: filter.price, min_price: null, max_price: null }),
            },
          ]}
          onChange={() => onChange({ price: undefined })}
        />
      )}
      <SelectFilter<'waiting' | 'applied'>
        label={t('state')}
        value={filter.waiting === undefined ? undefined : filter.waiting ? 'waiting' : 'applied'}
        options={[
          { value: 'waiting', label: t('onlyWaiting') },
          { value: 'applied', label: t('onlyApplied') },
        ]}
        onChange={(state) => onChange({ waiting: state && state === 'waiting' })}
      />
    </>
  )
}
