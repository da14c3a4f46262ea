import { alertCalls, thresholdCalls, type Thresholds } from '@slotwise/contract'

import { useCall, useChange } from '../../lib/query.ts'
import { useMay } from '../../ui/can.tsx'
import { slotReads } from '../device/api.ts'

const { getThresholds, setThreshold } = thresholdCalls

/** Undefined until they are loaded, and for users who do not manage machines. */
export function useThresholds(): { data: Thresholds | undefined; isPending: boolean } {
  const enabled = useMay(getThresholds.access)
  const { data, isPending } = useCall(getThresholds, {}, { inline: true, staleTime: 60_000, enabled })
  return { data, isPending: enabled && isPending }
}

/** Low slots, and with them figures and filters of machines, follow the thresholds at once. */
export const useSetThreshold = () =>
  useChange(setThreshold, {
    refreshes: [...slotReads, alertCalls.getAlerts],
    answers: { read: getThresholds, inputOf: () => ({}) },
    inline: true,
  })
