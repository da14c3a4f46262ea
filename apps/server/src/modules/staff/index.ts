export {
  addDeviceToOwnScope,
  addToOwnScope,
  passScopes,
  setScope,
  staffOf,
  staffOfArea,
} from './scope-queries.ts'
export { staffExport } from './export-service.ts'
export { demandRoleFor, demandScope, describeScopes } from './scope-service.ts'
export { searchSubUsers } from './sub-user-queries.ts'
