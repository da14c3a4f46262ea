import { z } from 'zod'

import { Id } from '../kernel/fields.ts'
import { Job } from './schemas.ts'

/**
 * The live event stream: POST with the session's headers, answered by `text/event-stream`. `last-event-id`
 * resumes after the last one seen; events older than a day are gone and the client reloads instead.
 */
export const eventStreamPath = '/api/v1/e/stream'

export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), data: Job }),
  /** Permissions or scope changed: the client asks again who it is. */
  z.object({ kind: z.literal('me'), data: z.object({ account: Id }) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
