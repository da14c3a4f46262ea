import {
  channelCalls,
  deviceCalls,
  type DeviceFilter,
  type HistoryFilter,
  regionCalls,
} from '@slotwise/contract'
import type { z } from 'zod'

import type { Intent } from '../../lib/query-intent.ts'
import { useCall, useChange } from '../../lib/query.ts'
import { areasOfStores } from './list/areas-of-stores.ts'

/** The calls of these pages. Whatever changes a machine or its slots makes all that shows them stale. */
const { getDev, getDevCounts, getAllDevice, getDevHistory } = deviceCalls
const { getDevChannel, getResetC } = channelCalls
const ofDevices = [getDev, getDevCounts, getAllDevice, getDevHistory]
export const ofSlots = [getDevChannel, getResetC, getDev, getDevCounts, getDevHistory]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useDevices = ({ filter, page, size }: PageOf<z.input<typeof DeviceFilter>>) =>
  useCall(getDev, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useDeviceBySn = (sn: string) =>
  useCall(getDev, { pageNum: 1, pageSize: 1, condition: { sns: [sn] } }, { inline: true })

export const useDeviceCounts = () => useCall(getDevCounts, {}, { inline: true })

export const useAreasOfStores = () => {
  const { data } = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 999, condition: {} },
    { staleTime: 60_000 },
  )
  return areasOfStores(data?.data ?? [])
}

/** The area follows from the store. */
export const useAreaOfStore = (store: string | null) => {
  const { data } = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 999, condition: { ids: store === null ? [] : [store] } },
    { enabled: store !== null, staleTime: 60_000 },
  )
  return data?.data.find(({ _id }) => _id === store)?.area_name ?? null
}

export const useHistory = ({ filter, page, size }: PageOf<z.input<typeof HistoryFilter>>) =>
  useCall(getDevHistory, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

/** Of no machine, where none is chosen yet. */
export const useSlots = (sn: string | null) =>
  useCall(getDevChannel, { sn: sn ?? '' }, { inline: true, enabled: sn !== null })
export const useSlotNumbers = (sn: string) => useCall(getResetC, { sn }, { inline: true })

export const useEditDevice = () => useChange(deviceCalls.editDev, { refreshes: ofSlots, inline: true })
export const useEditDevices = () => useChange(deviceCalls.editDevs, { refreshes: ofSlots, inline: true })
export const useUnbindDevice = () => useChange(deviceCalls.unbind, { refreshes: ofDevices, inline: true })

/** Commands: what becomes of them comes with live events, and with `getCommand` while the line is down. */
export const useDispense = (intent: Intent) => useChange(deviceCalls.remoteOuting, { inline: true, intent })
export const useTestOut = (intent: Intent) => useChange(deviceCalls.testOut, { inline: true, intent })
export const useSwitchLed = () => useChange(deviceCalls.switchLED, { inline: true })
export const usePower = () => useChange(deviceCalls.power, { inline: true })
export const useRefreshSettings = () => useChange(deviceCalls.refreshSetting, { inline: true })
export const useSetChannelNum = () => useChange(deviceCalls.setChannelNum, { inline: true })
export const useResetId = () => useChange(channelCalls.resetId, { inline: true })

/** They answer with the slots as they are now: whoever opens one again sees what he has just saved. */
const slotChange = {
  refreshes: ofSlots,
  answers: { read: getDevChannel, inputOf: ({ sn }: { sn: string }) => ({ sn }) },
  inline: true,
}
export const useSetSlots = () => useChange(channelCalls.setChannelInfo, slotChange)
export const usePutDown = () => useChange(channelCalls.putDownGoods, slotChange)
export const useSetQuantity = () => useChange(channelCalls.setQuantity, slotChange)
export const useCopySlots = () => useChange(channelCalls.copyChannels, slotChange)
