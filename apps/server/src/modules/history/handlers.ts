import type { historyCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { historyExport } from './export-service.ts'
import { getDevHistory } from './history-service.ts'
import { getDevSlips } from './slip-service.ts'
import { getDevTemperature } from './temperature-service.ts'

export const historyHandlers: HandlersOf<typeof historyCalls> = {
  getDevHistory,
  getDevTemperature,
  getDevSlips,
  exportDevHistory: historyExport.start,
}
