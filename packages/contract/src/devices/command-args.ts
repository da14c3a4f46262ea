import { z } from 'zod'

/** With what commands were given, as the history tells it. */
export const Items = z.object({ items: z.array(z.object({ ch: z.int(), n: z.int() })) })
export const Pulses = z.object({ pulses: z.int() })
export const PowerArgs = z.object({ part: z.enum(['machine', 'android']), on: z.boolean().optional() })
export const Numbers = z.object({ slots: z.array(z.object({ from: z.int(), to: z.int() })) })

/** A pulse machine has one outlet. */
export const pulseSlot = 1
