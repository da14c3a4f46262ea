import {
  type DeviceFilter,
  deviceFieldWords,
  deviceOrders,
  machineTypes,
  machineTypeWords,
} from '@slotwise/contract'
import type { z } from 'zod'

import { PayoutAccountFilter } from '../../../entities/bank-card/account-filter.tsx'
import { useT } from '../../../lib/i18n.tsx'
import { SelectFilter, SelectManyFilter } from '../../../ui/filters.tsx'
import { StorePicker } from '../../../entities/store/store-picker.tsx'
import { useAreasOfStores } from '../../../entities/store/api.ts'
import { deviceWords } from '../../../entities/device/device-words.ts'
import './devices.css'
import { chosenStates, filterOf, type StateChoice } from './state-choices.ts'

type Filter = z.output<typeof DeviceFilter>
type StateFilterProps = { filter: Filter; onChange: (change: Partial<Filter>) => void }
type DeviceFiltersProps = StateFilterProps & {
  /** False where the list has an order of its own. */
  ordered?: boolean
}

const orderWords = {
  newest: 'orderNewest',
  title: 'orderTitle',
  '-title': 'orderTitleDown',
  store: 'orderStore',
  '-store': 'orderStoreDown',
  area: 'orderArea',
  '-area': 'orderAreaDown',
  type: 'orderType',
  '-type': 'orderTypeDown',
  offline: 'orderOffline',
  stock: 'orderStock',
} as const

export function DeviceFilters({ filter, ordered = true, onChange }: DeviceFiltersProps) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const type = useT(machineTypeWords)
  const areas = useAreasOfStores()
  return (
    <div className="sw-device-filters">
      <SelectFilter<string>
        label={field('area')}
        value={filter.area}
        options={areas}
        searchable
        // The other filters of the place are reset, because together they could leave no results.
        onChange={(area) => onChange({ area, store: undefined, in_store: undefined })}
      />
      <StorePicker
        className="sw-filter-select"
        aria-label={field('store')}
        filterLabel={field('store')}
        placeholder={field('store')}
        {...(filter.area === undefined ? {} : { area: filter.area })}
        value={filter.store ?? null}
        onChange={(store) => onChange({ store: store ?? undefined, in_store: undefined })}
      />
      <SelectFilter
        label={field('in_store')}
        value={filter.in_store === undefined ? undefined : filter.in_store ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: t('inStore') },
          { value: 'no', label: t('inNoStore') },
        ]}
        onChange={(value) =>
          onChange(
            value === 'no'
              ? { in_store: false, store: undefined, area: undefined }
              : { in_store: value === 'yes' ? true : undefined },
          )
        }
      />
      <SelectFilter
        label={field('type')}
        value={filter.type}
        options={machineTypes.map((value) => ({ value, label: type(value) }))}
        onChange={(value) => onChange({ type: value })}
      />
      <StateFilter filter={filter} onChange={onChange} />
      <PayoutAccountFilter
        label={field('merchant_id')}
        value={filter.merchant_id}
        onChange={(id) => onChange({ merchant_id: id })}
      />
      {ordered && (
        <SelectFilter
          label={t('order')}
          value={filter.order}
          standing="newest"
          options={deviceOrders.map((value) => ({ value, label: t(orderWords[value]) }))}
          onChange={(order) => onChange({ order })}
        />
      )}
    </div>
  )
}

/** Online, stock and faults in one filter whose choices combine. */
function StateFilter({ filter, onChange }: StateFilterProps) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const names: Record<StateChoice, string> = {
    online: field('isOnline'),
    offline: field('isOffline'),
    off: field('isOff'),
    low: t('low'),
    enough: t('enough'),
    fault: t('fault'),
    noFault: t('noFault'),
  }
  const group = (label: string, choices: StateChoice[]) => ({
    label,
    options: choices.map((value) => ({ value, label: names[value] })),
  })
  return (
    <SelectManyFilter<StateChoice>
      label={field('online')}
      values={chosenStates(filter)}
      options={[
        group(t('connection'), ['online', 'offline', 'off']),
        group(t('stockFilter'), ['low', 'enough']),
        group(field('faults'), ['fault', 'noFault']),
      ]}
      onChange={(next) => onChange(filterOf(next))}
    />
  )
}
