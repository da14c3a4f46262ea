import { type AreaPick, regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { type PickerProps, type PickOption, RemotePicker, useRowPicker } from '../../ui/remote-picker.tsx'
import { regionWords } from './region-words.ts'

const { getAllArea, getArea } = regionCalls

const toOption = (area: AreaPick): PickOption => ({ value: area._id, label: area.area_name })

type AreaPickerProps = PickerProps<string | null> & {
  /** The initially chosen area, until its name is read. */
  known?: PickOption | undefined
  filterLabel?: string
}

/** The area of a list's filter: one that the user sees. */
export function AreaFilterPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const picker = useRowPicker<AreaPick>({ call: getArea, value: rest.value, known, toOption })
  return <RemotePicker<string | null> placeholder={t('chooseArea')} {...rest} {...picker} />
}

/** The area of a store: users limited to some stores put them into areas of their own only. */
export function AreaPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const calls = { call: getAllArea, namedBy: getArea }
  const picker = useRowPicker<AreaPick>({ ...calls, value: rest.value, known, toOption })
  return <RemotePicker<string | null> placeholder={t('chooseArea')} {...rest} {...picker} />
}
