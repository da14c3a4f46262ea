/**
 * Live events of a merchant. `emit` collects them; they are stored as the last statements of the transaction, numbered
 * by the merchant's counter. The counter's row is locked from then until the commit, so a reader that sees a number
 * sees all smaller ones, and no stream waits for any open transaction. Taken last, the lock cannot be part of a
 * deadlock, and writers of one merchant wait for each other only while they commit.
 */
import type { LiveEvent, Permission } from '@slotwise/contract'
import { sql } from 'kysely'

import { beforeCommit, type Tx } from './db.ts'

export const eventChannel = 'slotwise_event'

/**
 * Who receives an event. Every given condition must hold; a scoped user receives events of the user's stores and
 * devices only.
 */
export type Audience = {
  account?: string
  /** Any one of these. */
  permission?: Permission | readonly [Permission, ...Permission[]]
  store?: string
  device?: string
}

const separator = ','
const storedPermission = ({ permission }: Audience): string | null =>
  permission === undefined ? null : typeof permission === 'string' ? permission : permission.join(separator)

/** Permissions as `storedPermission` writes them. */
export const audienceOf = (stored: string): NonNullable<Audience['permission']> =>
  stored.split(separator) as [Permission, ...Permission[]]

type Emitted = { event: LiveEvent; audience: Audience; at: Date }

const emitted = new WeakMap<Tx, Emitted[]>()

/** Adds an event to the merchant's stream. It becomes visible when this transaction commits. */
export async function emit(
  tx: Tx,
  tenantId: string,
  now: Date,
  event: LiveEvent,
  audience: Audience,
): Promise<void> {
  const events = emitted.get(tx) ?? []
  events.push({ event, audience, at: now })
  if (events.length > 1) return
  emitted.set(tx, events)
  beforeCommit(tx, 'events', () => storeEvents(tx, tenantId, events))
  await wakeStreams(tx, tenantId)
}

/** Makes every stream of the merchant read again; a stream then also checks that its session is still valid. */
export async function wakeStreams(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${tenantId})`.execute(tx)
}

async function storeEvents(tx: Tx, tenantId: string, events: readonly Emitted[]): Promise<void> {
  const { rows } = await sql<{ last_event: string }>`
    insert into live_event_counter as c (tenant_id, last_event) values (${tenantId}, ${events.length})
    on conflict (tenant_id) do update set last_event = c.last_event + excluded.last_event
    returning last_event`.execute(tx)
  const before = BigInt(rows[0]?.last_event ?? 0) - BigInt(events.length)
  const column = <T>(of: (one: Emitted) => T): T[] => events.map(of)
  await sql`
    insert into live_event (tenant_id, event_id, kind, account_id, permission, store_id, device_id, data, created_at)
    select ${tenantId}::bigint, ${String(before)}::bigint + n, kind, account, permission, store, device, data::jsonb, at
      from unnest(${column(({ event }) => event.kind)}::text[],
                  ${column(({ audience }) => audience.account ?? null)}::bigint[],
                  ${column(({ audience }) => storedPermission(audience))}::text[],
                  ${column(({ audience }) => audience.store ?? null)}::bigint[],
                  ${column(({ audience }) => audience.device ?? null)}::bigint[],
                  ${column(({ event }) => JSON.stringify(event.data))}::text[],
                  ${column(({ at }) => at)}::timestamptz[])
           with ordinality as v (kind, account, permission, store, device, data, at, n)
    returning event_id`.execute(tx)
}
