export { offlineMinutes } from './threshold-service.ts'
