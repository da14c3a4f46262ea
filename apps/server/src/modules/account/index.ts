export { countryAndAgentOf, countryOf, feeRateOf, merchantOf } from './country-queries.ts'
export { refusedTexts } from './codes.ts'
export { newHashes, restartOperation } from './credentials-service.ts'
export { isListed, seesPayments } from './feature-service.ts'
export {
  findIdentities,
  findIdentity,
  findKeyIdentity,
  type Identity,
  openSession,
  presentRights,
  tenantOf,
} from './identity.ts'
export { deleteInvitation } from './invitation-queries.ts'
export { addPhoneLogin, removePhoneLogins } from './phone-login-queries.ts'
export { sendInvitation } from './invitation-service.ts'
export { demandSign } from './operation-service.ts'
export {
  accountsDeletedBefore,
  listPeople,
  lockAccount,
  mainAccountOf,
  nicknamesOf,
} from './people-queries.ts'
export { createMerchant } from './signup-service.ts'
export { insertSubUser, setSubUserDeleted, setSuspended, updateSubUser } from './sub-account-queries.ts'
export {
  clearCustom,
  deleteAgent,
  findTenant,
  listAgents,
  putAgent,
  makeOperationCode,
  resetOperation,
  resetPassword,
  setCustom,
  setFeeRate,
  unlockOperation,
} from './operator-service.ts'
export {
  addLogin,
  deleteSignsOf,
  endAllSessions,
  endOneSession,
  endSessionsOf,
  findLogin,
  isDemo,
  isLogin,
  markDemo,
  removeLogin,
  setHashes,
  unendedSessions,
} from './account-queries.ts'
export { sweep, sweepCodes } from './sweep-service.ts'
