import type { billCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { refundsExport } from './export-service.ts'
import { getRefundBill } from './list-service.ts'
import { awaitRefund, refund } from './refund-service.ts'

export const refundHandlers: Pick<
  HandlersOf<typeof billCalls>,
  'refund' | 'getRefundBill' | 'exportRefundBill'
> = {
  refund: Object.assign(refund, { afterwards: awaitRefund }),
  getRefundBill,
  exportRefundBill: refundsExport.start,
}
