import type { deviceCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import {
  exportDevHistory,
  getCommand,
  getDevHistory,
  power,
  refreshSetting,
  remoteOuting,
  setChannelNum,
  switchLED,
  testOut,
  unbind,
} from '../commands/index.ts'
import { bindDev } from './bind-service.ts'
import { editDev, editDevs, getDev, getDevCounts } from './device-service.ts'
import { exportDev } from './export-service.ts'
import { getAllDevice } from './service.ts'

export const deviceHandlers: HandlersOf<typeof deviceCalls> = {
  getDev,
  getAllDevice,
  editDev,
  editDevs,
  remoteOuting,
  testOut,
  switchLED,
  power,
  refreshSetting,
  setChannelNum,
  unbind,
  bindDev,
  getCommand,
  getDevHistory,
  exportDevHistory,
  getDevCounts,
  exportDev,
}
