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
import { deviceWords } from './device-words.ts'

/** A machine is named by its title, told apart by its number and located by its store. */
export const deviceOption = ({ sn, title, store_name: store }: DevicePick): PickOption => ({
  value: sn,
  label: title === '' ? sn : `${title} ${sn}`,
  hint: store ?? undefined,
})

/** The chosen machine may have been unbound. */
function useDevices(chosen: string[], only: { spare?: boolean } = {}) {
  const t = useT(deviceWords)
  const search = usePickerSearch()
  const found = usePages(deviceCalls.getAllDevice, { q: search.q, ...only }, pickerPageSize, {
    enabled: search.opened,
  })
  const named = useCall(
    deviceCalls.getAllDevice,
    { pageNum: 1, pageSize: 999, condition: { sns: chosen } },
    { enabled: chosen.length > 0, staleTime: 60_000 },
  )
  const bound = chosenOf(chosen, named, deviceOption)
  const isMissing = named.data !== undefined && !named.isFetching && bound.length < chosen.length
  const former = useCall(
    deviceCalls.getAllDevice,
    { pageNum: 1, pageSize: 999, condition: { sns: chosen, former: true } },
    { enabled: isMissing, staleTime: 60_000 },
  )
  const unbound = chosenOf(chosen, former, (device) => {
    const option = deviceOption(device)
    return { ...option, label: t('unboundDevice', { name: option.label }) }
  })
  const known = isMissing ? [...bound, ...unbound] : bound
  return pickerOf({ search, found, toOption: deviceOption, known })
}

export function DevicesPicker(props: PickerProps<string[]>) {
  const t = useT(uiWords)
  const picker = useDevices(props.value ?? [])
  return <RemotePicker<string[]> multiple placeholder={t('pickDevices')} {...props} {...picker} />
}

type DevicePickerProps = PickerProps<string | null> & {
  filterLabel?: string
  /** Offers devices that stand in no store and have no goods in their slots. */
  spare?: boolean
}

export function DevicePicker({ spare, ...props }: DevicePickerProps) {
  const t = useT(uiWords)
  const chosen = props.value ? [props.value] : []
  const picker = useDevices(chosen, spare === undefined ? {} : { spare })
  return <RemotePicker<string | null> placeholder={t('pickDevice')} {...props} {...picker} />
}
