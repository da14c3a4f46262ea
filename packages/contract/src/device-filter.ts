/** Which machines a list or an export is about. Apart from their domain, because domains below it ask for them, too. */
import { machineTypes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Id, text } from './kernel/fields.ts'
import { Sn } from './kernel/sn.ts'

export const deviceOrders = [
  'newest',
  'title',
  '-title',
  'store',
  '-store',
  'area',
  '-area',
  'type',
  '-type',
  'offline',
  'stock',
] as const
export const DeviceFilter = z.strictObject({
  /** Searched in serial number and title, and in name and article number of the goods in its slots. */
  q: text(60).optional(),
  /** Digits of the serial number. */
  sn: Sn.optional(),
  sns: z.array(Sn).max(999).optional(),
  area: Id.optional(),
  store: Id.optional(),
  /** False: machines that stand in no store. */
  in_store: z.boolean().optional(),
  type: z.enum(machineTypes).optional(),
  online: z.boolean().optional(),
  low: z.boolean().optional(),
  fault: z.boolean().optional(),
  /** Switched off, so that it sells nothing. */
  off: z.boolean().optional(),
  /** Machines with this payout account of their own. */
  merchant_id: Id.optional(),
  order: z.enum(deviceOrders).optional(),
})
