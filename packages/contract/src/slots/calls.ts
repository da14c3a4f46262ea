import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls, Upload } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { seesDevices } from '../kernel/permissions.ts'
import { Sn } from '../kernel/sn.ts'
import {
  GoodsSlotFilter,
  GoodsSlotList,
  goodsSlotPageSize,
  GoodsSlotsChange,
  GoodsSlotsEdit,
  SlotUndo,
} from './goods-slots.ts'
import {
  Channel,
  ChannelInfo,
  CopyChannels,
  ExportDevChannel,
  PutDownGoods,
  ResetChannel,
  SetQuantity,
} from './schemas.ts'
import {
  SlotImportPreview,
  SlotImportRow,
  SlotImportRowFilter,
  SlotImportUndo,
  slotSheetUpload,
} from './slot-import.ts'

const one = z.strictObject({ sn: Sn })
/** `undo`: the caller's last change of slots of this machine alone. */
const slots = listOf(Channel).extend({ undo: SlotUndo.nullable() })

export const slotCalls = calls({
  getDevChannel: {
    path: '/api/v1/c/getDevChannel',
    access: [...seesDevices, 'device.remote', 'device.test', 'device.init'],
    input: one,
    output: slots,
    errors: ['notFound'],
  },
  /** The quantity is for those who refill, the other fields for those who set goods and prices. */
  setChannelInfo: {
    path: '/api/v1/c/setChannelInfo',
    access: ['device.refill', 'device.price'],
    changes: true,
    input: ChannelInfo,
    /** The number by which the change is undone; null where nothing of it can be. */
    output: slots.extend({ change: Id.nullable() }),
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  putDownGoods: {
    path: '/api/v1/c/putDownGoods',
    access: 'device.price',
    changes: true,
    input: PutDownGoods,
    output: slots,
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  setQuantity: {
    path: '/api/v1/c/setQuantity',
    access: 'device.refill',
    changes: true,
    input: SetQuantity,
    /** `refill` is the number by which the change is undone; null where nothing moved. */
    output: slots.extend({ refill: Id.nullable() }),
    errors: ['notFound', 'changedMeanwhile', 'busy', 'notForType'],
  },
  copyChannels: {
    path: '/api/v1/c/copyChannels',
    access: 'device.price',
    changes: true,
    extension: true,
    input: CopyChannels,
    output: slots,
    errors: ['notFound', 'changedMeanwhile', 'busy', 'notForType'],
  },
  /** The slots that hold some goods, in all machines that the caller may see. */
  getGoodsSlots: {
    path: '/api/v1/c/getGoodsSlots',
    access: 'device.price',
    extension: true,
    input: pageOf(GoodsSlotFilter, goodsSlotPageSize),
    output: GoodsSlotList,
    errors: ['notFound'],
  },
  setGoodsSlots: {
    path: '/api/v1/c/setGoodsSlots',
    access: 'device.price',
    changes: true,
    extension: true,
    input: GoodsSlotsEdit,
    output: GoodsSlotsChange,
    errors: ['notFound', 'changedMeanwhile', 'busy', 'notForType', 'wait', 'slotsSame', 'tooManySlots'],
  },
  /** Gives slots back what they had before a change, where they have not been changed again since. */
  undoGoodsSlots: {
    path: '/api/v1/c/undoGoodsSlots',
    access: 'device.price',
    changes: true,
    extension: true,
    input: z.strictObject({ change: Id }),
    output: GoodsSlotsChange,
    errors: ['notFound', 'changedMeanwhile', 'busy'],
  },
  /** How many slots still have the former list prices that a change of goods of the caller replaced. */
  getListPriceSlots: {
    path: '/api/v1/c/getListPriceSlots',
    access: 'device.price',
    extension: true,
    input: z.strictObject({ change: Id }),
    output: z.object({ slots: z.int(), goods: z.int(), devices: z.int() }),
    errors: ['notFound'],
  },
  /** Gives these slots the new list prices, as `setGoodsSlots` does with the slots of one kind of goods. */
  applyListPrices: {
    path: '/api/v1/c/applyListPrices',
    access: 'device.price',
    changes: true,
    extension: true,
    input: z.strictObject({ change: Id }),
    output: GoodsSlotsChange,
    errors: ['notFound', 'changedMeanwhile', 'busy', 'wait', 'slotsSame', 'tooManySlots'],
  },
  previewSlotImport: {
    path: '/api/v1/c/previewSlotImport',
    access: 'device.price',
    outside: true,
    extension: true,
    perMinute: 20,
    upload: slotSheetUpload,
    input: Upload,
    output: SlotImportPreview,
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
  getSlotImportRows: {
    path: '/api/v1/c/getSlotImportRows',
    access: 'device.price',
    extension: true,
    input: pageOf(SlotImportRowFilter, 20),
    output: listOf(SlotImportRow),
    errors: ['notFound'],
  },
  /** Changes the slots of the preview, as `setGoodsSlots` does with those of some goods. */
  applySlotImport: {
    path: '/api/v1/c/applySlotImport',
    access: 'device.price',
    changes: true,
    extension: true,
    input: z.strictObject({ import: Id }),
    output: GoodsSlotsChange,
    errors: ['notFound', 'changedMeanwhile', 'busy', 'wait', 'importApplied', 'importStale', 'slotsSame'],
  },
  getSlotImportUndo: {
    path: '/api/v1/c/getSlotImportUndo',
    access: 'device.price',
    extension: true,
    input: z.strictObject({}),
    output: SlotImportUndo,
  },
  getResetC: {
    path: '/api/v1/c/getResetC',
    access: 'device.init',
    input: one,
    output: listOf(ResetChannel),
    errors: ['notFound'],
  },
  exportDevChannel: exportCall({
    path: '/api/v1/c/exportDevChannel',
    access: ['device.refill', 'device.price'],
    input: ExportDevChannel,
  }),
})
