import { z } from 'zod'

import { CommandStep } from './commands/step.ts'
import { Sn } from './kernel/sn.ts'
import { Orderno } from './payments/orderno.ts'
import { Presence } from './presence/schemas.ts'
import { Id } from './kernel/fields.ts'
import { Job } from './jobs/schemas.ts'

/**
 * The live event stream: POST with the session's headers, answered by `text/event-stream`. `last-event-id`
 * resumes after the last one seen; events older than a day are gone and the client reloads instead.
 */
export const eventStreamPath = '/api/v1/e/stream'

export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('job'), data: Job }),
  z.object({ kind: z.literal('presence'), data: Presence }),
  z.object({ kind: z.literal('command'), data: CommandStep }),
  /** The machine reported a change of these slots. */
  z.object({ kind: z.literal('slots'), data: z.object({ sn: Sn, slots: z.array(z.int()) }) }),
  /** The machine applied settings, began or ended its search for slots, or a fault began or ended. */
  z.object({ kind: z.literal('machine'), data: z.object({ sn: Sn }) }),
  /** Bills of the machine were made or changed. */
  z.object({ kind: z.literal('bills'), data: z.object({ sn: Sn, ordernos: z.array(Orderno) }) }),
  /** Orders of the machine were made, paid, closed or refunded. */
  z.object({ kind: z.literal('payments'), data: z.object({ sn: Sn, ordernos: z.array(Orderno) }) }),
  /** Settlements were asked for, have ended, or wait for the bank. Names none: some users see those of own cards only. */
  z.object({ kind: z.literal('settlements'), data: z.object({}) }),
  /** A bank card was reviewed. Names none, for the same reason. */
  z.object({ kind: z.literal('bankCards'), data: z.object({}) }),
  /** Alerts were opened, closed, taken or done: the client reads them again. Names no machine: users see different ones. */
  z.object({ kind: z.literal('alerts'), data: z.object({}) }),
  /** Cases were found, closed, taken or done: the client reads them again. */
  z.object({ kind: z.literal('cases'), data: z.object({}) }),
  /** The account's inbox got a message, or one was read. */
  z.object({ kind: z.literal('inbox'), data: z.object({ unread: z.int() }) }),
  /** Permissions or scope changed: the client calls `me` again. */
  z.object({ kind: z.literal('me'), data: z.object({ account: Id }) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
