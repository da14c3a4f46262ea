import { z } from 'zod'

import { Id, text } from '../kernel/fields.ts'

/** The serial number on the machine: digits only. */
export const Sn = z.string().regex(/^\d{1,20}$/, { error: 'v:sn' })

/** A machine as pickers show it. */
export const DevicePick = z.object({
  sn: Sn,
  title: z.string(),
  store: Id.nullable(),
  store_name: z.string().nullable(),
})
export type DevicePick = z.infer<typeof DevicePick>

export const DevicePickFilter = z.strictObject({
  /** Looked for in serial number and title. */
  q: text(60).optional(),
  store: Id.optional(),
  /** The ones already chosen, so that a form can name them. */
  sns: z.array(Sn).max(999).optional(),
})
