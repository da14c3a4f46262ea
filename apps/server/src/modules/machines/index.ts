export { bindByOperator, bindMachine } from './bind-service.ts'
export { disconnectChannel } from './connection-queries.ts'
export { ownerAt, ownerOfSale } from './owner-service.ts'
export { listMachines, ownersOf } from './registry-queries.ts'
export {
  isMachineType,
  passwordLines,
  registerMachine,
  renewBindCode,
  bindingOf,
  secretMadeAt,
} from './registry-service.ts'
export {
  acceptSecret,
  authenticate,
  endConnection,
  freshCredentials,
  type MachineCredentials,
  revokeSecret,
  rotateSecret,
  sendNewSecret,
} from './secret-service.ts'
export { endStray, lockStray, openStrays } from './stray-queries.ts'
export { keepStray, sweepStrays } from './stray-service.ts'
export { unbindByOperator } from './unbind-service.ts'
