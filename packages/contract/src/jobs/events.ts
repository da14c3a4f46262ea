import { z } from 'zod'

import { CommandStep, Presence } from '../devices/live.ts'
import { Sn } from '../devices/sn.ts'
import { Id } from '../kernel/fields.ts'
import { Job } from './schemas.ts'

/**
 * The live event stream: POST with the session's headers, answered by `text/event-stream`. `last-event-id`
 * resumes after the last one seen; events older than a day are gone and the client reloads instead.
 */
export const eventStreamPath = '/api/v1/e/stream'

export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), data: Job }),
  z.object({ kind: z.literal('presence'), data: Presence }),
  z.object({ kind: z.literal('command'), data: CommandStep }),
  /** What the machine says of these slots has changed. */
  z.object({ kind: z.literal('slots'), data: z.object({ sn: Sn, slots: z.array(z.int()) }) }),
  /** The machine has applied settings, looks for its slots or is done with it, or a fault came or went. */
  z.object({ kind: z.literal('machine'), data: z.object({ sn: Sn }) }),
  /** Permissions or scope changed: the client asks again who it is. */
  z.object({ kind: z.literal('me'), data: z.object({ account: Id }) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
