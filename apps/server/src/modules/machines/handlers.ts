import type { machineCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { bindDev } from './bind-service.ts'
import { previewReplace, replaceDev } from './replace-service.ts'
import { unbind } from './unbind-service.ts'

export const machineHandlers: HandlersOf<typeof machineCalls> = {
  bindDev,
  unbind,
  previewReplace,
  replaceDev,
}
