import type { alertCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { doneAlert, getAlerts, takeAlert } from './alert-service.ts'
import { alertsExport } from './export-service.ts'

export const alertHandlers: HandlersOf<typeof alertCalls> = {
  getAlerts,
  takeAlert,
  doneAlert,
  exportAlerts: alertsExport.start,
}
