export { type Credentials, findIdentity, type Identity, openSession, tenantOf } from './identity.ts'
export { demandSign } from './operation-service.ts'
export { createMerchant } from './signup-service.ts'
