import { alertFieldWords, alertKinds, alertKindWords } from '@slotwise/contract'

import { DeviceFilter } from '../../entities/device/device-filter.tsx'
import { AreaFilter, StoreFilter } from '../../entities/store/place-filters.tsx'
import { useT } from '../../lib/i18n.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import type { PageFilter } from './alert-filter.ts'
import { alertWords } from './alert-words.ts'

type AlertFiltersProps = { filter: PageFilter; onChange: (change: Partial<PageFilter>) => void }

export function AlertFilters({ filter, onChange }: AlertFiltersProps) {
  const t = useT(alertWords)
  const field = useT(alertFieldWords)
  const kind = useT(alertKindWords)
  return (
    <>
      <SelectFilter
        label={field('kind')}
        value={filter.kind}
        options={alertKinds.map((value) => ({ value, label: kind(value) }))}
        onChange={(value) => onChange({ kind: value })}
      />
      <AreaFilter
        label={field('area')}
        value={filter.area}
        onChange={(area) => onChange({ area, store: undefined })}
      />
      <StoreFilter
        label={field('store')}
        value={filter.store}
        area={filter.area}
        onChange={(store) => onChange({ store })}
      />
      <DeviceFilter label={field('sn')} value={filter.sn} onChange={(sn) => onChange({ sn })} />
      <SelectFilter
        label={field('taker')}
        value={filter.mine === undefined ? undefined : filter.mine ? 'mine' : 'others'}
        options={[
          { value: 'mine', label: t('me') },
          { value: 'others', label: t('notMe') },
        ]}
        onChange={(value) => onChange({ mine: value === undefined ? undefined : value === 'mine' })}
      />
    </>
  )
}
