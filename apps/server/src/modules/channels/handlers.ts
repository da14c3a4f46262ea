import type { channelCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { resetId } from '../commands/index.ts'
import { copyChannels } from './copy-service.ts'
import { exportDevChannel } from './export-service.ts'
import { getResetC } from './reset-service.ts'
import { getDevChannel, putDownGoods, setChannelInfo, setQuantity } from './slot-service.ts'

export const channelHandlers: HandlersOf<typeof channelCalls> = {
  getDevChannel,
  setChannelInfo,
  putDownGoods,
  setQuantity,
  copyChannels,
  getResetC,
  resetId,
  exportDevChannel,
}
