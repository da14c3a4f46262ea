import { statisticsFieldWords } from '@slotwise/contract'

import { DeviceFilter } from '../../entities/device/device-filter.tsx'
import { AreaFilter, StoreFilter } from '../../entities/store/place-filters.tsx'
import { useT } from '../../lib/i18n.tsx'
import { SelectFilter } from '../../ui/filters.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import type { FieldWord } from './figures.tsx'
import { type PageFilter, standardSort } from './statistics-filter.ts'
import { statisticsWords } from './statistics-words.ts'

type PlaceFiltersProps = {
  filter: PageFilter
  sorts: readonly string[]
  /** The word of a column by which the list sorts. */
  wordOf: (column: string) => FieldWord
  onChange: (change: Partial<PageFilter>) => void
}

/** Where the sales were made. Cards have no header to sort by, so on a phone the order is chosen here. */
export function PlaceFilters({ filter, sorts, wordOf, onChange }: PlaceFiltersProps) {
  const t = useT(statisticsWords)
  const field = useT(statisticsFieldWords)
  const isPhone = useIsPhone()
  const sortName = (sort: string): string => {
    const column = sort.replace('-', '')
    const isDown = sort.startsWith('-')
    const order =
      column === 'name'
        ? isDown
          ? ('nameDown' as const)
          : ('nameUp' as const)
        : isDown
          ? ('mostFirst' as const)
          : ('leastFirst' as const)
    return t(order, { column: field(wordOf(column)) })
  }
  return (
    <>
      <AreaFilter
        label={field('area')}
        none={field('noArea')}
        value={filter.area}
        onChange={(area) => onChange({ area, store: undefined })}
      />
      <StoreFilter
        label={field('store')}
        none={field('noStore')}
        area={filter.area}
        value={filter.store}
        onChange={(store) => onChange({ store })}
      />
      <DeviceFilter
        label={field('device')}
        value={filter.sn}
        onChange={(sn) => onChange({ sn, device: undefined })}
      />
      {isPhone && (
        <SelectFilter<string>
          label={field('sort')}
          value={filter.sort}
          standing={standardSort}
          options={sorts.map((value) => ({ value, label: sortName(value) }))}
          onChange={(sort) => onChange({ sort })}
        />
      )}
    </>
  )
}
