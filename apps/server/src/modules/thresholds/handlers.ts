import type { thresholdCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { getThresholds, setThreshold } from './threshold-service.ts'

export const thresholdHandlers: HandlersOf<typeof thresholdCalls> = { getThresholds, setThreshold }
