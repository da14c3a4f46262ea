export { copyThreshold } from './threshold-queries.ts'
export { offlineMinutes } from './threshold-service.ts'
