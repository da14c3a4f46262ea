import { deviceCalls, historyCalls, refillCalls, slotCalls } from '@slotwise/contract'

/** The reads that show machines; stale once a machine has changed. */
export const deviceReads = [
  deviceCalls.getDev,
  deviceCalls.getDevCounts,
  deviceCalls.getAllDevice,
  historyCalls.getDevHistory,
]

/** The reads that show or count slots; stale once a machine or its slots have changed. */
export const slotReads = [
  slotCalls.getDevChannel,
  slotCalls.getGoodsSlots,
  refillCalls.getRefillList,
  slotCalls.getResetC,
  deviceCalls.getDev,
  deviceCalls.getDevCounts,
  historyCalls.getDevHistory,
]
