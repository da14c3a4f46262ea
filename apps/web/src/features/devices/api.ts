import { deviceCalls, type DeviceFilter, regionCalls } from '@slotwise/contract'
import type { z } from 'zod'

import { slotReads } from '../../entities/device/api.ts'
import { useCall, useChange } from '../../lib/query.ts'

const { getDev, getDevCounts } = deviceCalls

type Page = { filter: z.input<typeof DeviceFilter>; page: number; size: number }

export const useDevices = ({ filter, page, size }: Page) =>
  useCall(getDev, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useDeviceBySn = (sn: string) =>
  useCall(getDev, { pageNum: 1, pageSize: 1, condition: { sns: [sn] } }, { inline: true })

/** The order has no meaning for counts, so that sorting does not count again. */
export const useDeviceCounts = ({ order: _, ...condition }: z.input<typeof DeviceFilter>) =>
  useCall(getDevCounts, { condition }, { inline: true })

/** Few enough to read at a glance; a search finds the others. */
const mostFormer = 50

/** Machines that were unbound. */
export const useFormerDevices = (q?: string) =>
  useCall(
    deviceCalls.getAllDevice,
    { pageNum: 1, pageSize: mostFormer, condition: { former: true, ...(q ? { q } : {}) } },
    { inline: true, staleTime: 60_000 },
  )

/** The area of the chosen store. */
export const useAreaOfStore = (store: string | null) => {
  const { data } = useCall(
    regionCalls.getAllStore,
    { pageNum: 1, pageSize: 999, condition: { ids: store === null ? [] : [store] } },
    { enabled: store !== null, staleTime: 60_000 },
  )
  return data?.data.find(({ _id }) => _id === store)?.area_name ?? null
}

export const useEditDevice = () => useChange(deviceCalls.editDev, { refreshes: slotReads, inline: true })
export const useEditDevices = () => useChange(deviceCalls.editDevs, { refreshes: slotReads, inline: true })
