import { commandCalls, slotCalls } from '@slotwise/contract'

import type { Intent } from '../../lib/query-intent.ts'
import { useCall, useChange } from '../../lib/query.ts'

export const useSlotNumbers = (sn: string) => useCall(slotCalls.getResetC, { sn }, { inline: true })

/** The outcome of a command comes by live events, and from `getCommand` while the live line is down. */
export const useDispense = (intent: Intent) => useChange(commandCalls.remoteOuting, { inline: true, intent })
export const useTestOut = (intent: Intent) => useChange(commandCalls.testOut, { inline: true, intent })
export const useSwitchLed = () => useChange(commandCalls.switchLED, { inline: true })
export const usePower = () => useChange(commandCalls.power, { inline: true })
export const useRefreshSettings = () => useChange(commandCalls.refreshSetting, { inline: true })
export const useSetChannelNum = () => useChange(commandCalls.setChannelNum, { inline: true })
export const useResetId = () => useChange(commandCalls.resetId, { inline: true })
