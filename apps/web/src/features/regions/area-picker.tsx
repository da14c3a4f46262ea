import { type Area, regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { usePages } from '../../lib/query.ts'
import {
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
  /** The initially chosen area, in case the search does not find it. */
  known?: PickOption | undefined
  filterLabel?: string
}

export function AreaPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const search = usePickerSearch()
  const found = usePages(regionCalls.getArea, { q: search.q }, pickerPageSize)
  const picker = pickerOf({ search, found, toOption, known: known ? [known] : [] })
  return <RemotePicker<string | null> placeholder={t('chooseArea')} {...rest} {...picker} />
}
