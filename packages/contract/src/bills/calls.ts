import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { longListOf, longPageOf } from '../kernel/paging.ts'
import {
  BillDetail,
  BillNumber,
  BuyBill,
  BuyBillFilter,
  BuyBillTotal,
  ExportBuyBill,
  ExportRefundBill,
  Refund,
  RefundBill,
  RefundFilter,
} from './schemas.ts'

export const billCalls = calls({
  getBuyBill: {
    path: '/api/v1/b/getBuyBill',
    access: 'order.buyBill',
    input: longPageOf(BuyBillFilter),
    output: longListOf(BuyBill),
    errors: ['narrowFilter', 'searchTooLong'],
  },
  getBuyBillTotal: {
    path: '/api/v1/b/getBuyBillTotal',
    access: 'order.buyBill',
    extension: true,
    input: z.strictObject({ condition: BuyBillFilter.prefault({}) }),
    output: BuyBillTotal,
  },
  /** One bill with everything that happened to it. */
  getBill: {
    path: '/api/v1/b/getBill',
    access: 'order.buyBill',
    extension: true,
    input: BillNumber,
    output: BillDetail,
    errors: ['notFound'],
  },
  refund: {
    path: '/api/v1/b/refund',
    access: 'order.refund',
    sign: true,
    changes: true,
    input: Refund,
    output: BuyBill,
    errors: ['notFound', 'notRefundable', 'refundAmount', 'providerRefused'],
  },
  exportBuyBill: exportCall({
    path: '/api/v1/b/exportBuyBill',
    access: 'order.buyBill',
    extension: true,
    input: ExportBuyBill,
  }),
  getRefundBill: {
    path: '/api/v1/b/getRefundBill',
    access: 'main',
    input: longPageOf(RefundFilter),
    output: longListOf(RefundBill),
    errors: ['narrowFilter'],
  },
  exportRefundBill: exportCall({
    path: '/api/v1/b/exportRefundBill',
    access: 'main',
    extension: true,
    input: ExportRefundBill,
  }),
})
