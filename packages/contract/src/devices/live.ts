/** What machines do now, as live events and answers tell it. */
import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'
import { Sn } from './sn.ts'

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

/** How one slot did, as far as the machine has told. */
export const CommandItem = CommandStep.shape.items.element
export type CommandItem = z.infer<typeof CommandItem>
