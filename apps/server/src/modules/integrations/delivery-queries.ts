import type {
  EventDelivery,
  EventDeliveryReason,
  EventDeliveryState,
  EventKind,
  LongList,
  LongPage,
} from '@slotwise/contract'
import type { EventDeliveryFilter } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countUpTo } from '../../kernel/paging.ts'

type Filter = z.output<typeof EventDeliveryFilter>
export type DeliveryRow = Omit<EventDelivery, 'queued_at' | 'sent_at'> & {
  queued_at: Date
  sent_at: Date | null
}

/** Queues new events for an address. */
export async function queueEvents(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  events: readonly { seq: string; kind: EventKind }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into webhook_delivery (tenant_id, webhook_id, seq, kind, state, queued_at)
    select ${tenantId}::bigint, ${webhookId}::bigint, v.seq, v.kind, 'waiting', ${now}::timestamptz
      from unnest(${events.map(({ seq }) => seq)}::bigint[], ${events.map(({ kind }) => kind)}::text[]) as v (seq, kind)
    on conflict do nothing`.execute(tx)
}

type Range = { first: string; last: string; kinds: readonly EventKind[] }

const inRange = ({ tenantId }: Pick<TenantRef, 'tenantId'>, { first, last, kinds }: Range) => sql`
  from webhook_event e
 where e.tenant_id = ${tenantId} and e.seq >= ${first}::bigint and e.seq <= ${last}::bigint
   and e.kind = any(${kinds}::text[])`

export async function countRange(ref: TenantRef, range: Range, atMost: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select ${inRange(ref, range)} limit ${atMost}) counted`.execute(
    ref.tx,
  )
  return rows[0]?.count ?? 0
}

/** Queues events again, whether or not they were sent before. Returns how many. */
export async function queueAgain(
  ref: TenantRef,
  webhookId: string,
  range: Range,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ seq: string }>`
    insert into webhook_delivery (tenant_id, webhook_id, seq, kind, state, queued_at)
    select ${ref.tenantId}::bigint, ${webhookId}::bigint, e.seq, e.kind, 'waiting', ${now}::timestamptz ${inRange(ref, range)}
    on conflict (tenant_id, webhook_id, seq) do update
       set state = 'waiting', tries = 0, next_at = null, status = null, why = null, sent_at = null,
           queued_at = excluded.queued_at
    returning seq`.execute(ref.tx)
  return rows.length
}

const listed = (ctx: Ctx, filter: Filter) => {
  let query = ctx.tx
    .selectFrom('webhook_delivery as d')
    .where('d.tenant_id', '=', ctx.tenant.id)
    .where('d.webhook_id', '=', filter.webhook_id)
  if (filter.state !== undefined) query = query.where('d.state', '=', filter.state)
  if (filter.kind !== undefined) query = query.where('d.kind', '=', filter.kind)
  return query
}

const order = { at: 'd.queued_at', key: 'd.seq' }

const shown = (ctx: Ctx, filter: Filter, start: Start) => {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .where(isBeyond(start, order))
    .leftJoin('webhook_event as e', (join) =>
      join.on('e.tenant_id', '=', ctx.tenant.id).onRef('e.seq', '=', 'd.seq'),
    )
    .leftJoin('device as v', (join) =>
      join.on('v.tenant_id', '=', ctx.tenant.id).onRef('v.device_id', '=', 'e.device_id'),
    )
    .select([
      'd.seq as event',
      sql<EventKind>`d.kind`.as('kind'),
      sql<string>`coalesce(case when d.kind = 'sale' then e.subject else coalesce(nullif(v.title, ''), v.sn) end, '')`.as(
        'about',
      ),
      sql<EventDeliveryState>`d.state`.as('state'),
      'd.tries',
      'd.status',
      sql<EventDeliveryReason | null>`d.why`.as('why'),
      'd.queued_at',
      'd.sent_at',
    ])
    .orderBy('d.queued_at', direction)
    .orderBy('d.seq', direction)
}

export const listDeliveries = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<DeliveryRow>> =>
  readLongPage<DeliveryRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf: ({ queued_at: at, event }) => ({ at, key: event }),
    count: (limit) => countUpTo(ctx.tx, listed(ctx, filter), limit),
    read: (start, limit, offset) => shown(ctx, filter, start).limit(limit).offset(offset).execute(),
  })
