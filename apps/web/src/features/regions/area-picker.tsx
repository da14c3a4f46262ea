import { type Area, regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall } from '../../lib/query.ts'
import {
  pickerOf,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'
import { regionWords } from './region-words.ts'

/** How many rows a picker shows before it asks to type more. */
const pageSize = 999

const toOption = (area: Area): PickOption => ({ value: area._id, label: area.area_name })

type AreaPickerProps = PickerProps<string | null> & {
  /** The initially chosen area, in case the search does not find it. */
  known?: PickOption | undefined
  filterLabel?: string
}

export function AreaPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const search = usePickerSearch()
  const found = useCall(
    regionCalls.getArea,
    { pageNum: 1, pageSize, condition: { q: search.q } },
    { inline: true },
  )
  const picker = pickerOf({ search, found, toOption, known: known ? [known] : [] })
  return <RemotePicker<string | null> placeholder={t('chooseArea')} {...rest} {...picker} />
}
