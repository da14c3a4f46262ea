import type { refillCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getRefillMachine, sendRefillVisit } from './visit-service.ts'

export const refillHandlers: HandlersOf<typeof refillCalls> = { getRefillMachine, sendRefillVisit }
