export { addDeviceToOwnScope, addToOwnScope, passScopes, staffOf, staffOfArea } from './scope-queries.ts'
export { staffExport } from './export-service.ts'
export { searchSubUsers } from './sub-user-queries.ts'
