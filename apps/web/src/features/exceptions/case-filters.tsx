import { caseFieldWords, caseKinds, caseKindWords } from '@slotwise/contract'

import { DeviceFilter } from '../../entities/device/device-filter.tsx'
import { StoreFilter } from '../../entities/store/place-filters.tsx'
import { useT } from '../../lib/i18n.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import type { PageFilter } from './case-filter.ts'

type CaseFiltersProps = { filter: PageFilter; onChange: (change: Partial<PageFilter>) => void }

export function CaseFilters({ filter, onChange }: CaseFiltersProps) {
  const field = useT(caseFieldWords)
  const kind = useT(caseKindWords)
  return (
    <>
      <SelectFilter
        label={field('kind')}
        value={filter.kind}
        options={caseKinds.map((value) => ({ value, label: kind(value) }))}
        onChange={(value) => onChange({ kind: value })}
      />
      <StoreFilter label={field('store')} value={filter.store} onChange={(store) => onChange({ store })} />
      <DeviceFilter label={field('sn')} value={filter.sn} onChange={(sn) => onChange({ sn })} />
    </>
  )
}
