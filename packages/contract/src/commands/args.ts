import { z } from 'zod'

/** The arguments of commands, as the history shows them. */
export const Items = z.object({ items: z.array(z.object({ ch: z.int(), n: z.int() })) })
export const Pulses = z.object({ pulses: z.int() })
export const PowerArgs = z.object({ part: z.enum(['machine', 'android']), on: z.boolean().optional() })
export const Numbers = z.object({ slots: z.array(z.object({ from: z.int(), to: z.int() })) })

/** A pulse machine has one outlet. */
export const pulseSlot = 1
