export { addDeviceToOwnScope, addToOwnScope, staffOf } from './scope-queries.ts'
export { staffExport } from './export-service.ts'
