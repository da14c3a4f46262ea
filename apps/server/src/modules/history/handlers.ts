import type { historyCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { historyExport } from './export-service.ts'
import { getDevHistory } from './history-service.ts'

export const historyHandlers: HandlersOf<typeof historyCalls> = {
  getDevHistory,
  exportDevHistory: historyExport.start,
}
