import { type DeviceRow, settingsIn } from '../devices/index.ts'
import type { TermsEdit } from './slot-change-queries.ts'

/** The fields that have one value in all slots of the machine. */
export function sharedFields(device: DeviceRow): Set<keyof TermsEdit> {
  const { same_gp, same_pb } = settingsIn(device)
  return new Set([...(same_gp ? ['game_price' as const] : []), ...(same_pb ? ['rate' as const] : [])])
}
