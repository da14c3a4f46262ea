/** The progress of a command, as answers and live events report it. */
import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Sn } from '../kernel/sn.ts'

export const commandStates = [
  'created',
  'sent',
  'acknowledged',
  'done',
  'failed',
  /** The machine never accepted it. */
  'expired',
  /** The machine accepted it and never reported a result. */
  'unknown',
  'cancelled',
] as const
export type CommandState = (typeof commandStates)[number]

/** The state of a command so far. */
export const CommandStep = z.object({
  command: Id,
  sn: Sn,
  op: z.string(),
  state: z.enum(commandStates),
  fault: z.string().nullable(),
  why: z.string().nullable(),
  /** The caller's own text, returned unchanged. */
  attach: z.string(),
  items: z.array(
    z.object({ ch: z.int(), n: z.int().optional(), ok: z.boolean(), fault: z.string().optional() }),
  ),
})
export type CommandStep = z.infer<typeof CommandStep>

/** The result of one slot, as far as the machine has reported it. */
export const CommandItem = CommandStep.shape.items.element
export type CommandItem = z.infer<typeof CommandItem>
