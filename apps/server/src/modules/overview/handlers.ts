import type { overviewCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getAttention } from './attention-service.ts'
import { getBeginnings } from './beginnings-service.ts'
import { detail } from './detail-service.ts'
import { overview } from './overview-service.ts'

export const overviewHandlers: HandlersOf<typeof overviewCalls> = {
  overview,
  detail,
  getAttention,
  getBeginnings,
}
