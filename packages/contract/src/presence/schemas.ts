/** Whether machines are online, and their faults. */
import { faultCodes } from '@slotwise/machine-protocol'
import { z } from 'zod'

import { Instant } from '../kernel/time.ts'
import { Sn } from '../kernel/sn.ts'

export const signals = ['strong', 'moderate', 'weak'] as const

/** Whether a machine is online, and since when. */
export const Presence = z.object({
  sn: Sn,
  online: z.boolean(),
  since: Instant,
  signal: z.enum(signals).nullable(),
})
export type Presence = z.infer<typeof Presence>

export const DeviceFault = z.object({
  code: z.enum(faultCodes),
  /** Null for a fault of the whole machine. */
  channel_sn: z.int().nullable(),
  /** The controller's own text for it. */
  raw: z.string(),
  since: Instant,
})
export type DeviceFault = z.infer<typeof DeviceFault>
