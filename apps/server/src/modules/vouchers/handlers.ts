import type { voucherCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { vouchersExport } from './export-service.ts'
import {
  addGift,
  disableGift,
  disableGiftBatch,
  getGift,
  getGiftBatches,
  getGiftCode,
  getGiftSheet,
  restoreGift,
} from './voucher-service.ts'

export const voucherHandlers: HandlersOf<typeof voucherCalls> = {
  getGift,
  addGift,
  disableGift,
  restoreGift,
  disableGiftBatch,
  getGiftBatches,
  getGiftCode,
  getGiftSheet,
  exportGift: vouchersExport.start,
}
