import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { longListOf, longPageOf } from '../kernel/paging.ts'
import { ExportPayBill, PayBill, PayBillFilter } from './schemas.ts'

export const paymentCalls = calls({
  getPayBill: {
    path: '/api/v1/b/getPayBill',
    access: 'bank.payBill',
    input: longPageOf(PayBillFilter),
    output: longListOf(PayBill),
    errors: ['narrowFilter'],
  },
  exportPayBill: exportCall({
    path: '/api/v1/b/exportPayBill',
    access: 'bank.payBill',
    extension: true,
    input: ExportPayBill,
  }),
})
