export { type Credentials, findIdentity, openSession, tenantOf } from './identity.ts'
export { demandSign } from './operation-service.ts'
export { createMerchant } from './signup-service.ts'
export {
  clearCustom,
  deleteAgent,
  listAgents,
  putAgent,
  resetPassword,
  setCustom,
  unlockOperation,
} from './operator-service.ts'
