export { newHashes, restartOperation } from './credentials-service.ts'
export { type Credentials, findIdentity, openSession, tenantOf } from './identity.ts'
export { demandSign } from './operation-service.ts'
export { listPeople, nicknamesOf } from './people-store.ts'
export { createMerchant } from './signup-service.ts'
export {
  clearCustom,
  deleteAgent,
  findTenant,
  listAgents,
  putAgent,
  resetPassword,
  setCustom,
  unlockOperation,
} from './operator-service.ts'
export {
  addLogin,
  deleteSignsOf,
  endOneSession,
  endSessionsOf,
  isLogin,
  removeLogin,
  setHashes,
} from './store.ts'
