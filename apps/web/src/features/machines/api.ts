import { machineCalls } from '@slotwise/contract'

import { deviceReads, slotReads } from '../../entities/device/api.ts'
import { useChange } from '../../lib/query.ts'

export const useUnbindDevice = () => useChange(machineCalls.unbind, { refreshes: deviceReads, inline: true })
export const useReplaceDevice = () =>
  useChange(machineCalls.replaceDev, { refreshes: [...deviceReads, ...slotReads], inline: true })
