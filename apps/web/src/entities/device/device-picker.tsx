import { deviceCalls, type DevicePick } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { useCall, usePages } from '../../lib/query.ts'
import { uiWords } from '../../ui/ui-words.ts'
import {
  chosenOf,
  pickerOf,
  pickerPageSize,
  type PickerProps,
  type PickOption,
  RemotePicker,
  usePickerSearch,
} from '../../ui/remote-picker.tsx'

/** A machine is named by its title, told apart by its number and located by its store. */
export const deviceOption = ({ sn, title, store_name: store }: DevicePick): PickOption => ({
  value: sn,
  label: title === '' ? sn : `${title} ${sn}`,
  hint: store ?? undefined,
})

export function DevicesPicker(props: PickerProps<string[]>) {
  const t = useT(uiWords)
  const chosen = props.value ?? []
  const search = usePickerSearch()
  const found = usePages(deviceCalls.getAllDevice, { q: search.q }, pickerPageSize, {
    enabled: search.opened,
  })
  const named = useCall(
    deviceCalls.getAllDevice,
    { pageNum: 1, pageSize: 999, condition: { sns: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const picker = pickerOf({
    search,
    found,
    toOption: deviceOption,
    known: chosenOf(chosen, named, deviceOption),
  })
  return <RemotePicker<string[]> multiple placeholder={t('pickDevices')} {...props} {...picker} />
}
