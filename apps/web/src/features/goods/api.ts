import {
  type GoodsFilter,
  goodsCalls,
  type ImageFilter,
  type ImportRowFilter,
  jobCalls,
} from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'

import { useCall, useChange } from '../../lib/query.ts'

/**
 * The calls of this page. Goods show pictures and pictures count the goods that show them, so that a change of either
 * makes both stale, and with them tags and pickers.
 */
const { getGoods, getAllGoods, getGoodsTags, getImg } = goodsCalls
const reads = [getGoods, getAllGoods, getGoodsTags, getImg]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useGoods = ({ filter, page, size }: PageOf<z.input<typeof GoodsFilter>>) =>
  useCall(getGoods, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const usePictures = ({ filter, page, size }: PageOf<z.input<typeof ImageFilter>>) =>
  useCall(getImg, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useGoodsTags = () => useCall(getGoodsTags, {})

export const useImportRows = ({ filter, page, size }: PageOf<z.input<typeof ImportRowFilter>>) =>
  useCall(goodsCalls.getImportRows, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

/** One record by its number, for a link to one that the list does not show. */
const onlyOne = (id: string) => ({ pageNum: 1, pageSize: 1, condition: { ids: [id] } })

export const useGoodsById = (id: string, enabled: boolean) =>
  useCall(getGoods, onlyOne(id), { inline: true, enabled })

export const usePictureById = (id: string, enabled: boolean) =>
  useCall(getImg, onlyOne(id), { inline: true, enabled })

/** Whether there is anything to start from, to choose, or to export; undefined until it is known. */
export function useHasGoods(): boolean | undefined {
  const { data } = useCall(getAllGoods, { pageNum: 1, pageSize: 1, condition: {} })
  return data && data.count > 0
}

export const useAddGoods = () => useChange(goodsCalls.addPrivate, { refreshes: reads, inline: true })
export const useEditGoods = () => useChange(goodsCalls.editPrivate, { refreshes: reads, inline: true })
export const useDeleteGoods = () => useChange(goodsCalls.delPrivate, { refreshes: reads, inline: true })
export const useRestoreGoods = () => useChange(goodsCalls.restorePrivate, { refreshes: reads })

export const useSavePicture = () => useChange(goodsCalls.editImg, { refreshes: reads, inline: true })
/** Brings an older drawing back; nobody waits in a form for its answer. */
export const useRedrawPicture = () => useChange(goodsCalls.editImg, { refreshes: reads })
export const useDeletePicture = () => useChange(goodsCalls.delImg, { refreshes: reads, inline: true })
export const useRestorePicture = () => useChange(goodsCalls.restoreImg, { refreshes: reads })

export const useExportAll = () => useChange(goodsCalls.exportGoods, { refreshes: [jobCalls.getJobs] })
export const useApplyImport = () =>
  useChange(goodsCalls.applyImport, { refreshes: [jobCalls.getJobs], inline: true })

/** What an import has changed is known when it has ended, which no call of this page tells. */
export function useRefreshGoods(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const read of reads) void client.invalidateQueries({ queryKey: [read.path] })
  }, [client])
}
