import type { fundCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { fundLinesExport, settleExport } from './export-service.ts'
import { assignFunds, getFunds, getFundSum } from './fund-service.ts'
import { getSettle, getSettleDetail } from './settle-list-service.ts'
import { getFundLines, getSettleLines } from './statement-service.ts'

export const fundHandlers: HandlersOf<typeof fundCalls> = {
  getFunds,
  getFundSum,
  getFundLines,
  exportFundLines: fundLinesExport.start,
  assignFunds,
  getSettle,
  getSettleDetail,
  getSettleLines,
  exportSettle: settleExport.start,
}
