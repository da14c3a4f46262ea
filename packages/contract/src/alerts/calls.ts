import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { Alert, AlertFilter, AlertSum, DoneAlert, ExportAlerts, TakeAlert } from './schemas.ts'

/** Alerts: machines that need a hand, as work that a person takes and does. */
export const alertCalls = calls({
  /** Open ones by the sales at risk, closed ones by the time of recovery, the newest first. */
  getAlerts: {
    path: '/api/v1/d/getAlerts',
    access: 'device.manage',
    extension: true,
    input: pageOf(AlertFilter),
    output: listOf(Alert).extend({ sum: AlertSum }),
  },
  takeAlert: {
    path: '/api/v1/d/takeAlert',
    access: 'device.manage',
    extension: true,
    changes: true,
    input: TakeAlert,
    output: Alert,
    errors: ['notFound', 'takenMeanwhile'],
  },
  doneAlert: {
    path: '/api/v1/d/doneAlert',
    access: 'device.manage',
    extension: true,
    changes: true,
    input: DoneAlert,
    output: Alert,
    errors: ['notFound'],
  },
  exportAlerts: exportCall({
    path: '/api/v1/d/exportAlerts',
    access: 'device.manage',
    extension: true,
    input: ExportAlerts,
  }),
})
