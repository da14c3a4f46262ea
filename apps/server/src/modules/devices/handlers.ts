import type { deviceCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { editDev, editDevs, getAllDevice, getDev, getDevCounts } from './device-service.ts'
import { devicesExport } from './export-service.ts'

export const deviceHandlers: HandlersOf<typeof deviceCalls> = {
  getDev,
  getAllDevice,
  editDev,
  editDevs,
  getDevCounts,
  exportDev: devicesExport.start,
}
