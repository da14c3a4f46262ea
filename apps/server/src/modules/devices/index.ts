export { countByStore, deviceNames, devicesIn, lockDevices, settingsOf } from './store.ts'
export { applyStatus, hearOf, sweepPresence, takeHeartbeats, tellOfMachine } from './presence-service.ts'
export { type Heard, lockState, readiness, stillBound } from './presence-store.ts'
export {
  authenticate,
  bindByOperator,
  bindingOf,
  bindMachine,
  freshCredentials,
  isMachineType,
  type MachineCredentials,
  passwordLines,
  prepareSecret,
  registerMachine,
  releaseMachine,
  renewBindCode,
  rotateSecret,
} from './registry-service.ts'
export { listMachines, machineChannel, ownerThen } from './registry-store.ts'
export { takeConfig, takeFault, takeIntoInbox, takeSlots } from './report-service.ts'
