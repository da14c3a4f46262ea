import {
  billFieldWords,
  billStatuses,
  billStatusWords,
  BuyBillFilter,
  payClients,
  payClientWords,
  statisticsFieldWords,
} from '@slotwise/contract'

import { DeviceFilter } from '../../entities/device/device-filter.tsx'
import { AreaFilter, StoreFilter } from '../../entities/store/place-filters.tsx'
import { GoodsPicker } from '../../entities/goods/goods-picker.tsx'
import { useT } from '../../lib/i18n.tsx'
import { SelectFilter, SelectManyFilter } from '../../ui/filters.tsx'
import { MoneySpanFilter } from '../../ui/money-span-filter.tsx'
import type { SalesFilter } from './sales-filter.ts'

type SalesFiltersProps = { filter: SalesFilter; onChange: (change: Partial<SalesFilter>) => void }

export function SalesFilters({ filter, onChange }: SalesFiltersProps) {
  const field = useT(billFieldWords)
  const place = useT(statisticsFieldWords)
  const client = useT(payClientWords)
  const status = useT(billStatusWords)
  return (
    <>
      <DeviceFilter
        label={field('device')}
        value={filter.sn}
        onChange={(sn) => onChange({ sn, device: undefined })}
      />
      <AreaFilter
        label={field('area')}
        none={place('noArea')}
        value={filter.area}
        onChange={(area) => onChange({ area, store: undefined })}
      />
      <StoreFilter
        label={field('store')}
        none={place('noStore')}
        area={filter.area}
        value={filter.store}
        onChange={(store) => onChange({ store })}
      />
      <SelectFilter
        label={field('client')}
        value={filter.client}
        options={payClients.map((value) => ({ value, label: client(value) }))}
        onChange={(value) => onChange({ client: value })}
      />
      <SelectManyFilter
        label={field('status')}
        values={filter.status ?? []}
        options={billStatuses.map((value) => ({ value, label: status(`${value}`) }))}
        onChange={(values) => onChange({ status: values.length > 0 ? values : undefined })}
      />
      <GoodsPicker
        className="sw-filter-select"
        aria-label={field('goods')}
        filterLabel={field('goods')}
        placeholder={field('goods')}
        value={filter.goods_id ?? null}
        onChange={(goods) => onChange({ goods_id: goods ?? undefined })}
      />
      <MoneySpanFilter
        label={field('total_price')}
        fields={[
          { name: 'min', label: field('min') },
          { name: 'max', label: field('max') },
        ]}
        schema={BuyBillFilter}
        min={filter.min}
        max={filter.max}
        onChange={(min, max) => onChange({ min, max })}
      />
    </>
  )
}
