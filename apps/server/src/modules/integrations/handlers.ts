import type { integrationCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getEvents } from './event-service.ts'
import { addKey, editKey, getKeys, revokeKey } from './key-service.ts'
import {
  addWebhook,
  delWebhook,
  editWebhook,
  getDeliveries,
  getWebhooks,
  resendEvents,
  testWebhook,
} from './webhook-service.ts'

export const integrationHandlers: HandlersOf<typeof integrationCalls> = {
  getKeys,
  addKey,
  editKey,
  revokeKey,
  getWebhooks,
  addWebhook,
  editWebhook,
  delWebhook,
  testWebhook,
  getDeliveries,
  resendEvents,
  getEvents,
}
