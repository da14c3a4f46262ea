import type { goodsCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { goodsExport } from './export-service.ts'
import {
  addPrivate,
  delPrivate,
  editPrivate,
  getAllGoods,
  getGoods,
  getGoodsTags,
  restorePrivate,
} from './goods-service.ts'
import { applyImport, chooseImport, getImportRows, previewImport } from './import-service.ts'
import { delManyGoods, editManyGoods, undoGoods } from './many-service.ts'

export const goodsHandlers: HandlersOf<typeof goodsCalls> = {
  getGoods,
  getAllGoods,
  getGoodsTags,
  addPrivate,
  editPrivate,
  delPrivate,
  restorePrivate,
  editManyGoods,
  delManyGoods,
  undoGoods,
  exportGoods: goodsExport.start,
  previewImport,
  getImportRows,
  chooseImport,
  applyImport,
}
