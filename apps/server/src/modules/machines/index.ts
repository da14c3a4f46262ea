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
  freshCredentials,
  type MachineCredentials,
  rotateSecret,
  sendNewSecret,
} from './secret-service.ts'
export { unbindByOperator } from './unbind-service.ts'
