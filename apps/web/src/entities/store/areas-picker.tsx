import { type AreaPick, regionCalls } from '@slotwise/contract'

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
import { storeWords } from './store-words.ts'

const none: readonly PickOption[] = []

const toOption = ({ _id, area_name: label }: AreaPick): PickOption => ({ value: _id, label })

type AreasPickerProps = PickerProps<string[]> & {
  /** The names of areas that are chosen already; the user may not be allowed to choose them. */
  known?: readonly PickOption[]
}

/** Areas that the user may assign to an account. */
export function AreasPicker({ known = none, ...props }: AreasPickerProps) {
  const t = useT(storeWords)
  const chosen = props.value ?? []
  const search = usePickerSearch()
  const found = usePages(regionCalls.getAllArea, { q: search.q }, pickerPageSize, { enabled: search.opened })
  const named = useCall(
    regionCalls.getAllArea,
    { pageNum: 1, pageSize: 999, condition: { ids: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const nameOf = (id: string): string =>
    known.find(({ value }) => value === id)?.label ?? t('unknownArea', { id })
  const picker = pickerOf({ search, found, toOption, known: chosenOf(chosen, named, toOption, nameOf) })
  return <RemotePicker<string[]> multiple placeholder={t('pickAreas')} {...props} {...picker} />
}
