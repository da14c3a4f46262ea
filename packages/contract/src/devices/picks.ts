/** Machines in pickers. Apart from the other calls of machines, so that pages that only pick load none of those. */
import { machineTypes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Id, text } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { Sn } from '../kernel/sn.ts'

/** A machine as pickers show it. */
export const DevicePick = z.object({
  sn: Sn,
  title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
})
export type DevicePick = z.infer<typeof DevicePick>

export const DevicePickFilter = z.strictObject({
  /** Searched in serial number and title. */
  q: text(60).optional(),
  store: Id.optional(),
  types: z.array(z.enum(machineTypes)).optional(),
  /** Machines that were unbound. */
  former: z.boolean().optional(),
  /** Machines that stand in no store and have no goods in their slots. */
  spare: z.boolean().optional(),
  /** Serial numbers already chosen, so that a form can show their names. */
  sns: z.array(Sn).max(999).optional(),
})

export const devicePickCalls = calls({
  getAllDevice: {
    path: '/api/v1/d/getAllDevice',
    access: 'signedIn',
    extension: true,
    input: pageOf(DevicePickFilter, 999),
    output: listOf(DevicePick),
  },
})
