import type { billCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { billsExport } from './export-service.ts'
import { getBuyBill, getBuyBillTotal } from './list-service.ts'

export const billHandlers: Pick<
  HandlersOf<typeof billCalls>,
  'getBuyBill' | 'getBuyBillTotal' | 'exportBuyBill'
> = { getBuyBill, getBuyBillTotal, exportBuyBill: billsExport.start }
