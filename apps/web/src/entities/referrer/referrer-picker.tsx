import { referrerCalls, type ReferrerPick } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { type PickerProps, type PickOption, RemotePicker, useRowPicker } from '../../ui/remote-picker.tsx'
import { referrerPickWords } from './referrer-words.ts'

type ReferrerPickerProps = PickerProps<string | null> & { filterLabel?: string }

/** Picks a referrer by name or number. The chosen one may have been deleted. */
export function ReferrerPicker(props: ReferrerPickerProps) {
  const t = useT(referrerPickWords)
  const toOption = ({ referrer_id: id, name, number, deleted }: ReferrerPick): PickOption => ({
    value: id,
    label: deleted ? t('deletedReferrer', { name }) : name,
    hint: number,
  })
  const picker = useRowPicker({ call: referrerCalls.getAllReferrer, value: props.value, toOption })
  return <RemotePicker<string | null> placeholder={t('pick')} {...props} {...picker} />
}

type ReferrerFilterProps = {
  label: string
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** The referrer of a list's filter. */
export function ReferrerFilter({ label, value, onChange }: ReferrerFilterProps) {
  return (
    <ReferrerPicker
      className="sw-filter-select"
      aria-label={label}
      filterLabel={label}
      placeholder={label}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  )
}
