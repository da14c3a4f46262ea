import {
  cooperationModes,
  cooperationWords,
  regionFieldWords,
  type StoreFilter,
  storeModes,
  storeModeWords,
} from '@slotwise/contract'
import type { z } from 'zod'

import { PayoutAccountFilter } from '../../entities/bank-card/account-filter.tsx'
import { useT } from '../../lib/i18n.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { AreaFilterPicker } from './area-picker.tsx'
import { regionWords } from './region-words.ts'

type Filter = z.output<typeof StoreFilter>
type StoreFiltersProps = { filter: Filter; onChange: (change: Partial<Filter>) => void }

export function StoreFilters({ filter, onChange }: StoreFiltersProps) {
  const t = useT(regionWords)
  const field = useT(regionFieldWords)
  const mode = useT(storeModeWords)
  const cooperation = useT(cooperationWords)
  return (
    <>
      <AreaFilterPicker
        className="sw-filter-select"
        aria-label={field('area')}
        filterLabel={field('area')}
        placeholder={t('anyArea')}
        value={filter.area ?? null}
        onChange={(area) => onChange({ area: area ?? undefined, in_area: undefined })}
      />
      <SelectFilter
        label={field('in_area')}
        value={filter.in_area === undefined ? undefined : filter.in_area ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: t('inArea') },
          { value: 'no', label: t('inNoArea') },
        ]}
        onChange={(value) =>
          // Stores in no area and of an area are none.
          onChange(
            value === 'no'
              ? { in_area: false, area: undefined }
              : { in_area: value === 'yes' ? true : undefined },
          )
        }
      />
      <SelectFilter
        label={field('mode')}
        value={filter.mode}
        options={storeModes.map((value) => ({ value, label: mode(value) }))}
        onChange={(value) => onChange({ mode: value })}
      />
      <SelectFilter
        label={field('coo_mode')}
        value={filter.coo_mode}
        options={cooperationModes.map((value) => ({ value, label: cooperation(value) }))}
        onChange={(value) => onChange({ coo_mode: value })}
      />
      <SelectFilter
        label={field('auto_refund')}
        value={filter.auto_refund === undefined ? undefined : filter.auto_refund ? 'on' : 'off'}
        options={[
          { value: 'on', label: t('on') },
          { value: 'off', label: t('off') },
        ]}
        onChange={(value) => onChange({ auto_refund: value === undefined ? undefined : value === 'on' })}
      />
      <PayoutAccountFilter
        label={field('merchant_id')}
        value={filter.merchant_id}
        onChange={(id) => onChange({ merchant_id: id })}
      />
    </>
  )
}
