import { useMay } from '../../ui/can.tsx'
import { PayoutAccountPicker } from './account-picker.tsx'

type PayoutAccountFilterProps = {
  label: string
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/**
 * The payout account that a list is limited to. A bank card leads here, so that the filter is shown only while it is
 * set: few merchants have several accounts.
 */
export function PayoutAccountFilter({ label, value, onChange }: PayoutAccountFilterProps) {
  const mayPick = useMay(['bank.manage', 'bank.settle'])
  if (value === undefined || !mayPick) return null
  return (
    <PayoutAccountPicker
      className="sw-filter-select"
      aria-label={label}
      filterLabel={label}
      value={value}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
