import { machineCalls } from '@slotwise/contract'

import { deviceReads } from '../../entities/device/api.ts'
import { useChange } from '../../lib/query.ts'

export const useUnbindDevice = () => useChange(machineCalls.unbind, { refreshes: deviceReads, inline: true })
