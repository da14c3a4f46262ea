import type { slotCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { copyChannels } from './copy-service.ts'
import { slotsExport } from './export-service.ts'
import { getGoodsSlots } from './goods-slot-list-service.ts'
import { setGoodsSlots, undoGoodsSlots } from './goods-slot-service.ts'
import { applyListPrices, getListPriceSlots } from './list-price-service.ts'
import { setQuantity } from './quantity-service.ts'
import { getResetC } from './reset-service.ts'
import {
  applySlotImport,
  getSlotImportRows,
  getSlotImportUndo,
  previewSlotImport,
} from './slot-import-service.ts'
import { getDevChannel, putDownGoods, setChannelInfo } from './slot-service.ts'

export const slotHandlers: HandlersOf<typeof slotCalls> = {
  getDevChannel,
  setChannelInfo,
  putDownGoods,
  setQuantity,
  copyChannels,
  getGoodsSlots,
  setGoodsSlots,
  undoGoodsSlots,
  getListPriceSlots,
  applyListPrices,
  previewSlotImport,
  getSlotImportRows,
  applySlotImport,
  getSlotImportUndo,
  getResetC,
  exportDevChannel: slotsExport.start,
}
