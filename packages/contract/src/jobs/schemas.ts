import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Instant } from '../kernel/time.ts'

/** Jobs and their files are kept for so many days. */
export const jobDays = 7

export const jobStates = ['waiting', 'running', 'done', 'failed'] as const

/**
 * A call that starts a job answers at once with the job's id. `notice` says in the caller's language how full the room
 * for files is, before it is full.
 */
export const JobReceipt = z.object({ job: Id, notice: z.string().optional() })

export const Job = z.object({
  job: Id,
  kind: z.string(),
  state: z.enum(jobStates),
  /** Steps done, and steps in all; the total is unknown at first. */
  progress: z.int(),
  total: z.int().nullable(),
  file_name: z.string().nullable(),
  error: z.string().nullable(),
  created_at: Instant,
  finished_at: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

/** A link that works once, within a minute, so that no session token appears in a URL. */
export const FileLink = z.object({ url: z.string() })
