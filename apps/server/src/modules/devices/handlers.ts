import type { deviceCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getAllDevice } from './service.ts'

export const deviceHandlers: HandlersOf<typeof deviceCalls> = { getAllDevice }
