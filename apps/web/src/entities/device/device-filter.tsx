import { DevicePicker } from './device-picker.tsx'

type DeviceFilterProps = {
  label: string
  /** Its SN. */
  value: string | undefined
  onChange: (sn: string | undefined) => void
}

/** The device of a list's filter. */
export function DeviceFilter({ label, value, onChange }: DeviceFilterProps) {
  return (
    <DevicePicker
      className="sw-filter-select"
      aria-label={label}
      filterLabel={label}
      placeholder={label}
      value={value ?? null}
      onChange={(sn) => onChange(sn ?? undefined)}
    />
  )
}
