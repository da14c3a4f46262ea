import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'

export const jobStates = ['waiting', 'running', 'done', 'failed'] as const

/** Long work answers at once with the number under which it can be followed. */
export const JobReceipt = z.object({ job: Id })

export const Job = z.object({
  job: Id,
  kind: z.string(),
  state: z.enum(jobStates),
  /** How much is done, of how much; the whole is unknown at first. */
  progress: z.int(),
  total: z.int().nullable(),
  file_name: z.string().nullable(),
  error: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

/** A link that works once, for a minute: no token of the session ever stands in an address. */
export const FileLink = z.object({ url: z.string() })
