import {
  type GoodsFilter,
  goodsCalls,
  type ImageFilter,
  type ImportRowFilter,
  jobCalls,
  mediaCalls,
} from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { z } from 'zod'

import { call } from '../../lib/client.ts'
import { useCall, useChange } from '../../lib/query.ts'

/**
 * The calls of this page. Goods show pictures and pictures count the goods that show them, so a change of either makes
 * both stale, and with them tags and pickers.
 */
const { getGoods, getAllGoods, getGoodsTags } = goodsCalls
const { getImg } = mediaCalls
const reads = [getGoods, getAllGoods, getGoodsTags, getImg]

type PageOf<Filter> = { filter: Filter; page: number; size: number }

export const useGoods = ({ filter, page, size }: PageOf<z.input<typeof GoodsFilter>>) =>
  useCall(getGoods, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

/** The numbers of the goods of another page of the list. */
export const readGoodsIds = async ({ filter, page, size }: PageOf<z.input<typeof GoodsFilter>>) =>
  (await call(getGoods, { pageNum: page, pageSize: size, condition: filter })).data.map((one) => one.goods_id)

/** The reader's last change of goods, if it can still be undone. */
export const readLastChange = async () => (await call(getGoods, { pageSize: 1 })).undo

export const usePictures = ({ filter, page, size }: PageOf<z.input<typeof ImageFilter>>) =>
  useCall(getImg, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

export const useGoodsTags = () => useCall(getGoodsTags, {})

export const useImportRows = ({ filter, page, size }: PageOf<z.input<typeof ImportRowFilter>>) =>
  useCall(goodsCalls.getImportRows, { pageNum: page, pageSize: size, condition: filter }, { inline: true })

/** Whether there are goods to start from, choose or export; undefined until it is known. */
export function useHasGoods(): boolean | undefined {
  const { data } = useCall(getAllGoods, { pageNum: 1, pageSize: 1, condition: {} })
  return data && data.count > 0
}

export const useAddGoods = () => useChange(goodsCalls.addPrivate, { refreshes: reads, inline: true })
export const useEditGoods = () => useChange(goodsCalls.editPrivate, { refreshes: reads, inline: true })
export const useDeleteGoods = () => useChange(goodsCalls.delPrivate, { refreshes: reads, inline: true })
export const useRestoreGoods = () => useChange(goodsCalls.restorePrivate, { refreshes: reads })

export const useEditManyGoods = () => useChange(goodsCalls.editManyGoods, { refreshes: reads, inline: true })
export const useDeleteManyGoods = () => useChange(goodsCalls.delManyGoods, { refreshes: reads, inline: true })
export const useUndoGoods = () => useChange(goodsCalls.undoGoods, { refreshes: reads })

export const useSavePicture = () => useChange(mediaCalls.editImg, { refreshes: reads, inline: true })
/** Restores an older version of a picture, without a form that waits for the answer. */
export const useRedrawPicture = () => useChange(mediaCalls.editImg, { refreshes: reads })
export const useDeletePicture = () => useChange(mediaCalls.delImg, { refreshes: reads, inline: true })
export const useRestorePicture = () => useChange(mediaCalls.restoreImg, { refreshes: reads })

export const useExportAll = () => useChange(goodsCalls.exportGoods, { refreshes: [jobCalls.getJobs] })
export const useChooseImport = () =>
  useChange(goodsCalls.chooseImport, { refreshes: [goodsCalls.getImportRows] })
export const useApplyImport = () =>
  useChange(goodsCalls.applyImport, { refreshes: [jobCalls.getJobs], inline: true })

/** Refreshes after an import has ended, which no call of this page reports. */
export function useRefreshGoods(): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    for (const read of reads) void client.invalidateQueries({ queryKey: [read.path] })
  }, [client])
}
