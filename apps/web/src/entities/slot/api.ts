import { slotCalls } from '@slotwise/contract'

import { call } from '../../lib/client.ts'
import { useCall } from '../../lib/query.ts'

/** The slots of a machine as they are now. */
export const readSlots = async (sn: string) => (await call(slotCalls.getDevChannel, { sn })).data

/** The slots of a machine; loads nothing while no machine is chosen. */
export const useSlots = (sn: string | null) =>
  useCall(slotCalls.getDevChannel, { sn: sn ?? '' }, { inline: true, enabled: sn !== null })
