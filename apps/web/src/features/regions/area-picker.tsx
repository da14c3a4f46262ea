import { type Area, regionCalls } from '@slotwise/contract'

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
import { regionWords } from './region-words.ts'

const toOption = (area: Area): PickOption => ({ value: area._id, label: area.area_name })

type AreaPickerProps = PickerProps<string | null> & {
  /** The initially chosen area, until its name is read. */
  known?: PickOption | undefined
  filterLabel?: string
}

export function AreaPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const search = usePickerSearch()
  const found = usePages(regionCalls.getArea, { q: search.q }, pickerPageSize)
  const chosen = rest.value ? [rest.value] : []
  const named = useCall(
    regionCalls.getArea,
    { pageNum: 1, pageSize: 1, condition: { ids: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const picker = pickerOf({
    search,
    found,
    toOption,
    known: named.data || !known ? chosenOf(chosen, named, toOption) : [known],
  })
  return <RemotePicker<string | null> placeholder={t('chooseArea')} {...rest} {...picker} />
}
