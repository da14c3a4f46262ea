import type { LiveEvent, Permission } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Tx } from './db.ts'

export const eventChannel = 'slotwise_event'

/** Who may hear of it. Every given condition must hold; a scoped user hears of his stores and devices only. */
export type Audience = { account?: string; permission?: Permission; store?: string; device?: string }

/** Adds an event to the merchant's stream, to be seen by nobody unless this transaction commits. */
export async function emit(
  tx: Tx,
  tenantId: string,
  now: Date,
  event: LiveEvent,
  audience: Audience,
): Promise<void> {
  await tx
    .insertInto('live_event')
    .values({
      tenant_id: tenantId,
      kind: event.kind,
      account_id: audience.account ?? null,
      permission: audience.permission ?? null,
      store_id: audience.store ?? null,
      device_id: audience.device ?? null,
      data: JSON.stringify(event.data),
      created_at: now,
    })
    .execute()
  await wakeStreams(tx, tenantId)
}

/** Has every stream of the merchant look again, also at whether its session still holds. */
export async function wakeStreams(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${tenantId})`.execute(tx)
}
