import { type AreaFilter, regionCalls, type StoreFilter } from '@slotwise/contract'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

/**
 * The calls of this page. A list names the areas of its stores and counts the stores of its areas, so that a change
 * of either makes both stale, and with them the pickers.
 */
const { getArea, getStore, getAllStore } = regionCalls
const reads = [getArea, getStore, getAllStore]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useAreas = ({ filter, page, size }: PageOf<z.input<typeof AreaFilter>>) =>
  useCall(getArea, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useStores = ({ filter, page, size }: PageOf<z.input<typeof StoreFilter>>) =>
  useCall(getStore, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

/** One row by its number, for a link to a row that the list does not show. */
const onlyOne = (id: string) => ({ pageNum: 1, pageSize: 1, condition: { ids: [id] } })

export const useAreaById = (id: string, enabled: boolean) =>
  useCall(getArea, onlyOne(id), { inline: true, enabled })

export const useStoreById = (id: string, enabled: boolean) =>
  useCall(getStore, onlyOne(id), { inline: true, enabled })

export const useAddArea = () => useChange(regionCalls.addArea, { refreshes: reads, inline: true })
export const useEditArea = () => useChange(regionCalls.editArea, { refreshes: reads, inline: true })
export const useDeleteArea = () => useChange(regionCalls.delArea, { refreshes: reads, inline: true })
export const useRestoreArea = () => useChange(regionCalls.restoreArea, { refreshes: reads })

export const useAddStore = () => useChange(regionCalls.addStore, { refreshes: reads, inline: true })
export const useEditStore = () => useChange(regionCalls.editStore, { refreshes: reads, inline: true })
export const useDeleteStore = () => useChange(regionCalls.delStore, { refreshes: reads, inline: true })
export const useRestoreStore = () => useChange(regionCalls.restoreStore, { refreshes: reads })
