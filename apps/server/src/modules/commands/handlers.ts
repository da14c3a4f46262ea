import type { commandCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import {
  getCommand,
  power,
  refreshSetting,
  remoteOuting,
  resetId,
  setChannelNum,
  switchLED,
  testOut,
} from './remote-service.ts'

export const commandHandlers: HandlersOf<typeof commandCalls> = {
  remoteOuting,
  testOut,
  switchLED,
  power,
  refreshSetting,
  setChannelNum,
  resetId,
  getCommand,
}
