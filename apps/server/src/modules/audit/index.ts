export { auditExport } from './export-service.ts'
export { sealAll } from './seal-service.ts'
export { describeFinding, verifyAll, verifyTenant } from './verify-service.ts'
