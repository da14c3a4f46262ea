import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import {
  AddedGift,
  AddGift,
  ExportGift,
  Gift,
  GiftBatch,
  GiftBatchFilter,
  GiftCode,
  GiftFilter,
  GiftSheet,
} from './schemas.ts'

const one = z.strictObject({ gift_id: Id })

/** Vouchers: a customer shows the code at a machine and gets the goods, once. */
export const voucherCalls = calls({
  getGift: {
    path: '/api/v1/h/getGift',
    access: 'activity',
    input: pageOf(GiftFilter),
    output: listOf(Gift),
  },
  addGift: {
    path: '/api/v1/b/addGift',
    access: 'activity',
    changes: true,
    input: AddGift,
    output: AddedGift,
  },
  disableGift: {
    path: '/api/v1/b/disableGift',
    access: 'activity',
    changes: true,
    input: one,
    output: Gift,
    errors: ['notFound', 'giftUsed', 'giftDeleted'],
  },
  /** Makes a used voucher valid again whose goods did not come out, as far as the machine has said. */
  restoreGift: {
    path: '/api/v1/b/restoreGift',
    access: 'activity',
    changes: true,
    extension: true,
    input: one,
    output: Gift,
    errors: ['notFound', 'giftUnused', 'giftDeleted', 'giftNotMissing', 'giftGoodsGone'],
  },
  disableGiftBatch: {
    path: '/api/v1/b/disableGiftBatch',
    access: 'activity',
    changes: true,
    extension: true,
    input: z.strictObject({ batch: Id }),
    // Deletes the unused ones; used ones stay used.
    output: GiftBatch,
    errors: ['notFound', 'noGiftLeft'],
  },
  getGiftBatches: {
    path: '/api/v1/b/getGiftBatches',
    access: 'activity',
    extension: true,
    input: pageOf(GiftBatchFilter),
    output: listOf(GiftBatch),
  },
  getGiftCode: {
    path: '/api/v1/b/getGiftCode',
    access: 'activity',
    extension: true,
    input: one,
    output: GiftCode,
    errors: ['notFound', 'giftUsed', 'giftDeleted'],
  },
  getGiftSheet: {
    path: '/api/v1/b/getGiftSheet',
    access: 'activity',
    extension: true,
    input: GiftSheet,
    // The unused ones among those that are asked for.
    output: listOf(GiftCode),
  },
  exportGift: exportCall({
    path: '/api/v1/b/exportGift',
    access: 'activity',
    extension: true,
    input: ExportGift,
  }),
})
