import type { paymentCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { payBillExport } from './export-service.ts'
import { getPayBill } from './pay-bill-service.ts'

export const paymentHandlers: HandlersOf<typeof paymentCalls> = {
  getPayBill,
  exportPayBill: payBillExport.start,
}
