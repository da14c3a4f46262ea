import { z } from 'zod'

/** The serial number on the machine: digits only. */
export const Sn = z
  .string()
  .min(1, { error: 'v:required', abort: true })
  .regex(/^\d{1,20}$/, { error: 'v:sn' })
