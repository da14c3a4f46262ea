import type { billCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getBill } from './detail-service.ts'
import { billsExport } from './export-service.ts'
import { getBuyBill, getBuyBillTotal } from './list-service.ts'
import { refundsExport } from './refund-export-service.ts'
import { getRefundBill } from './refund-list-service.ts'
import { awaitRefund, refund } from './refund-service.ts'

export const billHandlers: HandlersOf<typeof billCalls> = {
  getBuyBill,
  getBuyBillTotal,
  getBill,
  exportBuyBill: billsExport.start,
  refund: Object.assign(refund, { afterwards: awaitRefund }),
  getRefundBill,
  exportRefundBill: refundsExport.start,
}
