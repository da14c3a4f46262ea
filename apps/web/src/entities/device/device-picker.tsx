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

function useDevices(chosen: string[]) {
  const search = usePickerSearch()
  const found = usePages(deviceCalls.getAllDevice, { q: search.q }, pickerPageSize, {
    enabled: search.opened,
  })
  const named = useCall(
    deviceCalls.getAllDevice,
    { pageNum: 1, pageSize: 999, condition: { sns: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  return pickerOf({
    search,
    found,
    toOption: deviceOption,
    known: chosenOf(chosen, named, deviceOption),
  })
}

export function DevicesPicker(props: PickerProps<string[]>) {
  const t = useT(uiWords)
  const picker = useDevices(props.value ?? [])
  return <RemotePicker<string[]> multiple placeholder={t('pickDevices')} {...props} {...picker} />
}

type DevicePickerProps = PickerProps<string | null> & { filterLabel?: string }

export function DevicePicker(props: DevicePickerProps) {
  const t = useT(uiWords)
  const chosen = props.value ? [props.value] : []
  const picker = useDevices(chosen)
  return <RemotePicker<string | null> placeholder={t('pickDevice')} {...props} {...picker} />
}
