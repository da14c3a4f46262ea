import type { notifyCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { bindNotify, getNotifyBind, getNotifyBindUrl, getNotifyChannels } from './bind-service.ts'
import { getInbox, getInboxCount, readInbox } from './inbox-service.ts'
import { getNotices, resendNotice, testNotify } from './notice-service.ts'
import { addPush, delPush, getPushKey } from './push-service.ts'
import { delNotify, editNotify, getNotifyList } from './receiver-service.ts'
import { addRobot } from './robot-service.ts'

export const notifyHandlers: HandlersOf<typeof notifyCalls> = {
  getNotifyList,
  getNotifyBindUrl,
  getNotifyChannels,
  getNotifyBind,
  bindNotify,
  addRobot,
  editNotify,
  delNotify,
  testNotify,
  getNotices,
  resendNotice,
  getInbox,
  getInboxCount,
  readInbox,
  getPushKey,
  addPush,
  delPush,
}
