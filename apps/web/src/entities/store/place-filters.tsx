import { noPlace } from '@slotwise/contract'

import { SelectFilter } from '../../ui/filters.tsx'
import { useAreasOfStores } from './api.ts'
import { StorePicker } from './store-picker.tsx'

type FilterProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Offers what is in no such place, by this name. */
  none?: string
}

/** The store of a list's filter. */
export function StoreFilter(props: FilterProps & { area?: string | undefined }) {
  const { label, value, area, onChange, none } = props
  return (
    <StorePicker
      className="sw-filter-select"
      aria-label={label}
      filterLabel={label}
      placeholder={label}
      {...(area === undefined ? {} : { area })}
      {...(none === undefined ? {} : { none })}
      value={value ?? null}
      onChange={(store) => onChange(store ?? undefined)}
    />
  )
}

/** The area of a list's filter. Who chooses one has to drop the store: it may lie in another area. */
export function AreaFilter({ label, value, onChange, none }: FilterProps) {
  const areas = useAreasOfStores(value === noPlace ? undefined : value)
  return (
    <SelectFilter<string>
      label={label}
      value={value}
      options={none === undefined ? areas : [{ value: noPlace, label: none }, ...areas]}
      searchable
      onChange={onChange}
    />
  )
}
