import { type DeviceRow, settingsIn } from '../devices/index.ts'
import type { TermsEdit } from './slot-change-queries.ts'

/** The field of slots that each setting of a machine makes the same in all of them. */
export const fieldOf = { same_gp: 'game_price', same_pb: 'rate' } as const

/** The fields that have one value in all slots of the machine. */
export function sharedFields(device: DeviceRow): Set<keyof TermsEdit> {
  const { same_gp, same_pb } = settingsIn(device)
  return new Set([...(same_gp ? [fieldOf.same_gp] : []), ...(same_pb ? [fieldOf.same_pb] : [])])
}
