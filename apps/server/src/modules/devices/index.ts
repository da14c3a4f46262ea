export { bindingsOf, insertDevice, releaseDevice } from './binding-queries.ts'
export type { Cooldown } from './cooldown-queries.ts'
export { beginPauses, demandPause } from './cooldown-service.ts'
export { demandRow, machineOf } from './device-machine.ts'
export {
  countDevices,
  countOnline,
  deviceCountsOf,
  deviceIdsOfFilter,
  type DeviceRow,
  devicesByIds,
  findDevice,
  hasDevices,
  offlineDevices,
  updateDevice,
  type PlacedDevice,
  placedDevices,
} from './device-queries.ts'
export { changed, demandDevice, putSettings } from './device-service.ts'
export { devicesExport } from './export-service.ts'
export { devicesIn, devicesNamed, deviceTitlesBySn, searchBindings, searchDevices } from './pick-queries.ts'
export { deviceIdsOf, devicesForSale, type SaleDevice } from './sale-queries.ts'
export { devicesAtSale } from './sale-service.ts'
export {
  changeSettings,
  changeSettingsOfAll,
  desiredSettings,
  machineChannel,
  notifyGateways,
  settingsIn,
} from './settings-queries.ts'
export { takeConfig } from './settings-service.ts'
