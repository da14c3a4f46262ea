import type { searchCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { search } from './search-service.ts'

export const searchHandlers: HandlersOf<typeof searchCalls> = { search }
