export { demandPause } from './cooldown-service.ts'
export type { Cooldown } from './cooldown-store.ts'
export { bindingsOf, countDevices, type DeviceRow } from './device-store.ts'
export { demandRow, machineOf } from './machine.ts'
export { changeSettings, changeSettingsOfAll, desiredSettings, settingsIn } from './settings-store.ts'
export { countByStore, deviceNames, devicesIn, lockDevices } from './store.ts'
export {
  applyStatus,
  hearOf,
  noteSwitched,
  sweepPresence,
  takeHeartbeats,
  tellOfMachine,
} from './presence-service.ts'
export {
  type Heard,
  isInitializing,
  lockInOrder,
  lockState,
  readiness,
  stillBound,
} from './presence-store.ts'
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
export { beginSearch, endSearch } from './report-store.ts'
export { type SlotNews, takeConfig, takeFault, takeIntoInbox, takeSlots } from './report-service.ts'
