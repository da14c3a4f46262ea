import type { viewCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { deleteView, getViews, saveView } from './view-service.ts'

export const viewHandlers: HandlersOf<typeof viewCalls> = { getViews, saveView, deleteView }
