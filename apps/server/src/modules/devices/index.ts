export { countByStore, deviceNames, devicesIn, lockDevices } from './store.ts'
