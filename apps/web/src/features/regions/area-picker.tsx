import { type Area, regionCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { type PickerProps, type PickOption, RemotePicker, useRowPicker } from '../../ui/remote-picker.tsx'
import { regionWords } from './region-words.ts'

const toOption = (area: Area): PickOption => ({ value: area._id, label: area.area_name })

type AreaPickerProps = PickerProps<string | null> & {
  /** The initially chosen area, until its name is read. */
  known?: PickOption | undefined
  filterLabel?: string
}

export function AreaPicker({ known, ...rest }: AreaPickerProps) {
  const t = useT(regionWords)
  const picker = useRowPicker({ call: regionCalls.getArea, value: rest.value, known, toOption })
  return <RemotePicker<string | null> placeholder={t('chooseArea')} {...rest} {...picker} />
}
