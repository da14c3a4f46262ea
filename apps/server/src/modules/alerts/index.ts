export { alertsExport } from './export-service.ts'
export { askForOldLooks, closeAlerts, followThresholds, look, waitTask } from './look-service.ts'
export { sweep } from './sweep-service.ts'
