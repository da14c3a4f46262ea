import { z } from 'zod'

/** The number of a bill: its time in UTC to the millisecond, then seven digits. */
export const Orderno = z.string().regex(/^\d{24}$/, { error: 'v:orderno' })

/** What is looked for: a number, or its beginning. */
export const OrdernoPart = z.string().regex(/^\d{1,24}$/, { error: 'v:orderno' })
