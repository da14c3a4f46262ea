import { type AreaFilter, regionCalls, type StoreFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

/**
 * The calls of this page. Stores name their areas and areas count their stores, so a change of either makes both stale,
 * and with them the pickers.
 */
const { getArea, getAllArea, getStore, getAllStore } = regionCalls
const reads = [getArea, getAllArea, getStore, getAllStore]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useAreas = ({ filter, page, size }: PageOf<z.input<typeof AreaFilter>>) =>
  useCall(getArea, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useStores = ({ filter, page, size }: PageOf<z.input<typeof StoreFilter>>) =>
  useCall(getStore, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useAddArea = () => useChange(regionCalls.addArea, { refreshes: reads, inline: true })
export const useEditArea = () => useChange(regionCalls.editArea, { refreshes: reads, inline: true })
export const useDeleteArea = () => useChange(regionCalls.delArea, { refreshes: reads, inline: true })
export const useRestoreArea = () => useChange(regionCalls.restoreArea, { refreshes: reads })

export const useAddStore = () => useChange(regionCalls.addStore, { refreshes: reads, inline: true })
export const useEditStore = () => useChange(regionCalls.editStore, { refreshes: reads, inline: true })
export const useDeleteStore = () => useChange(regionCalls.delStore, { refreshes: reads, inline: true })
export const useRestoreStore = () => useChange(regionCalls.restoreStore, { refreshes: reads })
