import type { EventKind } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { SaleCause } from '../../kernel/hooks.ts'
import { inDeviceScope } from '../../kernel/scope.ts'

export type NewEvent = {
  kind: EventKind
  /** The number of the order, refund or alert. */
  subject: string
  deviceId: string
  storeId: string | null
  facts: object | null
  /** Why a sale is told; news of one cause are one event. */
  cause?: SaleCause
}

/**
 * Stores events, each once, for merchants that have an address for their kind or a key to ask for them. Returns whether
 * one was new.
 */
export async function insertEvents(
  { tx, tenantId, now }: TenantRef & { now: Date },
  events: readonly NewEvent[],
): Promise<boolean> {
  const column = <T>(of: (event: NewEvent) => T): T[] => events.map(of)
  const { rows } = await sql<{ event_id: string }>`
    insert into webhook_event (tenant_id, kind, subject, cause, device_id, store_id, facts, at)
    select ${tenantId}::bigint, v.kind, v.subject, v.cause, v.device_id, v.store_id, v.facts::jsonb,
           ${now}::timestamptz
      from unnest(${column(({ kind }) => kind)}::text[], ${column(({ subject }) => subject)}::text[],
                  ${column(({ cause = 'first' }) => cause)}::text[],
                  ${column(({ deviceId }) => deviceId)}::bigint[], ${column(({ storeId }) => storeId)}::bigint[],
                  ${column(({ facts }) => facts && JSON.stringify(facts))}::text[])
           as v (kind, subject, cause, device_id, store_id, facts)
     where exists (select from webhook w
                    where w.tenant_id = ${tenantId} and w.deleted_at is null and v.kind = any(w.kinds))
        or exists (select from api_key k
                    where k.tenant_id = ${tenantId} and k.revoked_at is null
                      and (k.expires_at is null or k.expires_at > ${now}))
    on conflict (tenant_id, kind, subject, cause) do nothing
    returning event_id`.execute(tx)
  return rows.length > 0
}

export type StoredEvent = {
  event_id: string
  kind: EventKind
  subject: string
  device_id: string
  store_id: string | null
  facts: unknown
  at: Date
}

/** Lets one transaction of the merchant give numbers at a time. Returns the last number that was given. */
export async function lockCounter({ tx, tenantId }: TenantRef): Promise<bigint> {
  await sql`insert into webhook_counter (tenant_id, last_seq) values (${tenantId}, 0) on conflict do nothing`.execute(
    tx,
  )
  const { last_seq: last } = await tx
    .selectFrom('webhook_counter')
    .select('last_seq')
    .where('tenant_id', '=', tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return BigInt(last)
}

export async function setCounter({ tx, tenantId }: TenantRef, last: bigint): Promise<void> {
  await tx
    .updateTable('webhook_counter')
    .set({ last_seq: String(last) })
    .where('tenant_id', '=', tenantId)
    .execute()
}

/** Events without a number, the oldest first. */
export async function newEvents({ tx, tenantId }: TenantRef, atMost: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event_id, kind, subject, device_id, store_id, facts, at from webhook_event
     where tenant_id = ${tenantId} and seq is null order by event_id limit ${atMost}`.execute(tx)
  return rows
}

export type Numbered = { eventId: string; seq: string; body: string }

export async function numberEvents({ tx, tenantId }: TenantRef, events: readonly Numbered[]): Promise<void> {
  await sql`
    update webhook_event e set seq = v.seq, body = v.body
      from unnest(${events.map(({ eventId }) => eventId)}::bigint[], ${events.map(({ seq }) => seq)}::bigint[],
                  ${events.map(({ body }) => body)}::text[]) as v (event_id, seq, body)
     where e.tenant_id = ${tenantId} and e.event_id = v.event_id`.execute(tx)
}

export async function deleteEvents({ tx, tenantId }: TenantRef, ids: readonly string[]): Promise<void> {
  await sql`delete from webhook_event where tenant_id = ${tenantId} and event_id = any(${ids}::bigint[])`.execute(
    tx,
  )
}

type EventMachine = { sn: string; dev_title: string; store_name: string | null }

/** Machines of events, with the names of the stores in which they stood. */
export async function machinesOfEvents(
  { tx, tenantId }: TenantRef,
  events: readonly Pick<StoredEvent, 'event_id' | 'device_id' | 'store_id'>[],
): Promise<Map<string, EventMachine>> {
  const { rows } = await sql<EventMachine & { event_id: string }>`
    select v.event_id::text, d.sn, d.title as dev_title, s.store_name
      from unnest(${events.map((event) => event.event_id)}::bigint[], ${events.map((event) => event.device_id)}::bigint[],
                  ${events.map((event) => event.store_id)}::bigint[]) as v (event_id, device_id, store_id)
      join device d on d.tenant_id = ${tenantId} and d.device_id = v.device_id
      left join store s on s.tenant_id = ${tenantId} and s.store_id = v.store_id`.execute(tx)
  return new Map(rows.map(({ event_id: id, ...place }) => [id, place]))
}

/**
 * How many events follow a number, up to `atMost`, and the last number among them; also events that the caller may not
 * see.
 */
export async function spanAfter(
  ctx: Ctx,
  after: string,
  atMost: number,
): Promise<{ last: string | null; count: number }> {
  const { rows } = await sql<{ last: string | null; count: number }>`
    select max(seq) as last, count(*)::int as count
      from (select seq from webhook_event
             where tenant_id = ${ctx.tenant.id} and seq > ${after}::bigint
             order by seq limit ${atMost}) span`.execute(ctx.tx)
  return rows[0] ?? { last: null, count: 0 }
}

/** Numbered events after a number, up to another, that the caller may see, the oldest first. */
export async function eventsIn(
  ctx: Ctx,
  { after, last, kinds, limit }: { after: string; last: string; kinds: readonly EventKind[]; limit: number },
): Promise<{ seq: string; body: string }[]> {
  const rows = await ctx.tx
    .selectFrom('webhook_event')
    .select(['seq', 'body'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .where(inDeviceScope(ctx, { device: 'device_id', store: 'store_id' }))
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.flatMap(({ seq, body }) => (seq === null || body === null ? [] : { seq, body }))
}
