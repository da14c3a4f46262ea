import type { refillCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { refillExport } from './list-export.ts'
import { refillDevices, undoRefill } from './list-refill-service.ts'
import { getRefillList, setRefillRoute } from './list-service.ts'
import { getRefillMachine, sendRefillVisit } from './visit-service.ts'

export const refillHandlers: HandlersOf<typeof refillCalls> = {
  getRefillList,
  setRefillRoute,
  refillDevices,
  undoRefill,
  exportRefillList: refillExport.start,
  getRefillMachine,
  sendRefillVisit,
}
