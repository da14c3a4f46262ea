import { SelectFilter } from '../../ui/filters.tsx'
import { useAreasOfStores } from './api.ts'
import { StorePicker } from './store-picker.tsx'

type FilterProps = {
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The store of a list's filter. */
export function StoreFilter({ label, value, area, onChange }: FilterProps & { area?: string | undefined }) {
  return (
    <StorePicker
      className="sw-filter-select"
      aria-label={label}
      filterLabel={label}
      placeholder={label}
      {...(area === undefined ? {} : { area })}
      value={value ?? null}
      onChange={(store) => onChange(store ?? undefined)}
    />
  )
}

/** The area of a list's filter. Who chooses one has to drop the store: it may lie in another area. */
export function AreaFilter({ label, value, onChange }: FilterProps) {
  return (
    <SelectFilter<string>
      label={label}
      value={value}
      options={useAreasOfStores(value)}
      searchable
      onChange={onChange}
    />
  )
}
