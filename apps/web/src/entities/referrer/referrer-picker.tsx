import { referrerCalls, type ReferrerPick } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall, usePages } from '../../lib/query.ts'
import {
  chosenOf,
  pickerOf,
  pickerPageSize,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { referrerPickWords } from './referrer-words.ts'

type ReferrerPickerProps = PickerProps<string | null> & { filterLabel?: string }

/** Picks a referrer by name or number. The chosen one may have been deleted. */
export function ReferrerPicker(props: ReferrerPickerProps) {
  const t = useT(referrerPickWords)
  const search = usePickerSearch()
  const chosen = props.value ? [props.value] : []
  const found = usePages(referrerCalls.getAllReferrer, { q: search.q }, pickerPageSize, {
    enabled: search.opened,
  })
  const named = useCall(
    referrerCalls.getAllReferrer,
    { pageNum: 1, pageSize: 1, condition: { ids: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const toOption = ({ referrer_id: id, name, number, deleted }: ReferrerPick): PickOption => ({
    value: id,
    label: deleted ? t('deletedReferrer', { name }) : name,
    hint: number,
  })
  return (
    <RemotePicker<string | null>
      placeholder={t('pick')}
      {...props}
      {...pickerOf({ search, found, toOption, known: chosenOf(chosen, named, toOption) })}
    />
  )
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
