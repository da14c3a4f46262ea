import { statisticsFieldWords } from '@slotwise/contract'

import { DevicePicker } from '../../entities/device/device-picker.tsx'
import { useAreasOfStores } from '../../entities/store/api.ts'
import { StorePicker } from '../../entities/store/store-picker.tsx'
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
  const areas = useAreasOfStores()
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
      <SelectFilter<string>
        label={field('area')}
        value={filter.area}
        options={areas}
        searchable
        // The store may lie in another area, and together they would leave no results.
        onChange={(area) => onChange({ area, store: undefined })}
      />
      <StorePicker
        className="sw-filter-select"
        aria-label={field('store')}
        filterLabel={field('store')}
        placeholder={field('store')}
        {...(filter.area === undefined ? {} : { area: filter.area })}
        value={filter.store ?? null}
        onChange={(store) => onChange({ store: store ?? undefined })}
      />
      <DevicePicker
        className="sw-filter-select"
        aria-label={field('device')}
        filterLabel={field('device')}
        placeholder={field('device')}
        value={filter.sn ?? null}
        onChange={(sn) => onChange({ sn: sn ?? undefined })}
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
