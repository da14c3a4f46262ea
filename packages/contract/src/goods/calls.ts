import { z } from 'zod'

import { exportCall, ExportFormat } from '../jobs/export-call.ts'
import { JobReceipt } from '../jobs/schemas.ts'
import { calls, Upload } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import {
  Goods,
  GoodsChange,
  GoodsEdit,
  GoodsEdited,
  GoodsFilter,
  GoodsInput,
  GoodsManyDelete,
  GoodsManyEdit,
  goodsPageSize,
  GoodsPick,
  GoodsPickFilter,
  GoodsTag,
  GoodsUndo,
  GoodsUndone,
  ImportDecision,
  ImportPreview,
  ImportRow,
  ImportRowFilter,
  sheetUpload,
} from './schemas.ts'

const oneGoods = z.strictObject({ goods_id: Id })

export const goodsCalls = calls({
  getGoods: {
    path: '/api/v1/g/getGoods',
    access: 'goods.manage',
    input: pageOf(GoodsFilter, goodsPageSize),
    output: listOf(Goods).extend({ undo: GoodsUndo.nullable() }),
  },
  getAllGoods: {
    path: '/api/v1/g/getAllGoods',
    access: 'signedIn',
    extension: true,
    input: pageOf(GoodsPickFilter, 999),
    output: listOf(GoodsPick),
  },
  getGoodsTags: {
    path: '/api/v1/g/getGoodsTags',
    access: 'goods.manage',
    extension: true,
    input: z.strictObject({}),
    output: z.object({ data: z.array(GoodsTag) }),
  },
  addPrivate: {
    path: '/api/v1/g/addPrivate',
    access: 'goods.manage',
    changes: true,
    input: GoodsInput,
    output: Goods,
  },
  editPrivate: {
    path: '/api/v1/g/editPrivate',
    access: 'goods.manage',
    changes: true,
    input: GoodsEdit,
    output: GoodsEdited,
    errors: ['notFound', 'changedMeanwhile'],
  },
  delPrivate: {
    path: '/api/v1/g/delPrivate',
    access: 'goods.manage',
    changes: true,
    input: oneGoods,
    output: z.object({}),
    errors: ['notFound', 'goodsInUse', 'goodsInUseElsewhere', 'goodsInVouchers'],
  },
  restorePrivate: {
    path: '/api/v1/g/restorePrivate',
    access: 'goods.manage',
    changes: true,
    extension: true,
    input: oneGoods,
    output: Goods,
    errors: ['notFound'],
  },
  /** Goods that cannot be changed are named in the answer, and the others are changed. */
  editManyGoods: {
    path: '/api/v1/g/editManyGoods',
    access: 'goods.manage',
    changes: true,
    extension: true,
    input: GoodsManyEdit,
    output: GoodsChange,
    errors: ['notFound', 'changedMeanwhile', 'goodsSame'],
  },
  delManyGoods: {
    path: '/api/v1/g/delManyGoods',
    access: 'goods.manage',
    changes: true,
    extension: true,
    input: GoodsManyDelete,
    output: GoodsChange,
    errors: ['notFound', 'changedMeanwhile', 'goodsAllInUse'],
  },
  /** Gives goods back what they had before a change, where they have not been changed again since. */
  undoGoods: {
    path: '/api/v1/g/undoGoods',
    access: 'goods.manage',
    changes: true,
    extension: true,
    input: z.strictObject({ change: Id }),
    output: GoodsUndone,
    errors: ['notFound', 'changedMeanwhile'],
  },

  exportGoods: exportCall({
    path: '/api/v1/g/exportGoods',
    access: 'goods.manage',
    extension: true,
    input: z.strictObject({ format: ExportFormat, condition: GoodsFilter.prefault({}) }),
  }),
  previewImport: {
    path: '/api/v1/g/previewImport',
    access: 'goods.manage',
    outside: true,
    extension: true,
    perMinute: 20,
    upload: sheetUpload,
    input: Upload,
    output: ImportPreview,
    errors: [
      'fileTooLarge',
      'badSheet',
      'sheetTooLong',
      'sheetLocked',
      'sheetEmpty',
      'sheetNoColumn',
      'sheetColumnTwice',
    ],
  },
  getImportRows: {
    path: '/api/v1/g/getImportRows',
    access: 'goods.manage',
    extension: true,
    input: pageOf(ImportRowFilter, 20),
    output: listOf(ImportRow),
    errors: ['notFound'],
  },
  /** Says what becomes of lines that resemble goods. Changes the preview only. */
  chooseImport: {
    path: '/api/v1/g/chooseImport',
    access: 'goods.manage',
    extension: true,
    input: ImportDecision,
    output: ImportPreview,
    errors: ['notFound', 'importApplied'],
  },
  applyImport: {
    path: '/api/v1/g/applyImport',
    access: 'goods.manage',
    changes: true,
    extension: true,
    input: z.strictObject({ import: Id }),
    output: JobReceipt,
    errors: ['notFound', 'jobsFull', 'importApplied'],
  },
})
