import { slotCalls } from '@slotwise/contract'

import { useCall } from '../../lib/query.ts'

/** The slots of a machine; loads nothing while no machine is chosen. */
export const useSlots = (sn: string | null) =>
  useCall(slotCalls.getDevChannel, { sn: sn ?? '' }, { inline: true, enabled: sn !== null })
