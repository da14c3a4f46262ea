import { z } from 'zod'

import { Id, text } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'

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

export const signals = ['strong', 'moderate', 'weak'] as const

/** Whether a machine is there, and since when it is or is not. */
export const Presence = z.object({
  sn: Sn,
  online: z.boolean(),
  since: Instant,
  signal: z.enum(signals).nullable(),
})
export type Presence = z.infer<typeof Presence>

export const commandStates = [
  'created',
  'sent',
  'acknowledged',
  'done',
  'failed',
  /** Never taken by the machine. */
  'expired',
  /** Taken, and never heard of again. */
  'unknown',
  'cancelled',
] as const
export type CommandState = (typeof commandStates)[number]

/** What became of a command so far. */
export const CommandStep = z.object({
  command: Id,
  sn: Sn,
  op: z.string(),
  state: z.enum(commandStates),
  fault: z.string().nullable(),
  why: z.string().nullable(),
  /** What the caller sent along. */
  attach: z.string(),
  items: z.array(
    z.object({ ch: z.int(), n: z.int().optional(), ok: z.boolean(), fault: z.string().optional() }),
  ),
})
export type CommandStep = z.infer<typeof CommandStep>
