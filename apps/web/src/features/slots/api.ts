import { slotCalls } from '@slotwise/contract'

import { slotReads } from '../../entities/device/api.ts'
import { useChange } from '../../lib/query.ts'

/** These calls return the current slots, so that a reopened form shows what was just saved. */
const slotChange = {
  refreshes: slotReads,
  answers: { read: slotCalls.getDevChannel, inputOf: ({ sn }: { sn: string }) => ({ sn }) },
  inline: true,
}
export const useSetSlots = () => useChange(slotCalls.setChannelInfo, slotChange)
export const usePutDown = () => useChange(slotCalls.putDownGoods, slotChange)
export const useSetQuantity = () => useChange(slotCalls.setQuantity, slotChange)
export const useCopySlots = () => useChange(slotCalls.copyChannels, slotChange)
