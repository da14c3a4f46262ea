import type { referrerCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { referrersExport } from './export-service.ts'
import {
  addReferrer,
  delReferrer,
  editReferrer,
  getAllReferrer,
  restoreReferrer,
} from './referrer-service.ts'
import { getReferrer, getReferrerStatement } from './statement-service.ts'

export const referrerHandlers: HandlersOf<typeof referrerCalls> = {
  getReferrer,
  addReferrer,
  editReferrer,
  delReferrer,
  restoreReferrer,
  getAllReferrer,
  getReferrerStatement,
  exportReferrers: referrersExport.start,
}
