import type { billCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getBill } from './detail-service.ts'

export const saleHandlers: Pick<HandlersOf<typeof billCalls>, 'getBill'> = { getBill }
