import type { LiveEvent, Permission } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Tx } from './db.ts'

export const eventChannel = 'slotwise_event'

/**
 * Who receives an event. Every given condition must hold; a scoped user receives events of the user's stores and
 * devices only.
 */
export type Audience = { account?: string; permission?: Permission; store?: string; device?: string }

/** Adds an event to the merchant's stream. It becomes visible when this transaction commits. */
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

/** Makes every stream of the merchant read again; a stream then also checks that its session is still valid. */
export async function wakeStreams(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${tenantId})`.execute(tx)
}
