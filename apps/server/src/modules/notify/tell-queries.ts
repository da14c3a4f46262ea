import type { NotifyChannel, NotifyKind } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Receiver } from './receiver-queries.ts'

export type UntoldEvent = {
  event_id: string
  kind: NotifyKind
  device_id: string
  store_id: string | null
}

/** Locks events that no notice has been made of. Another process that tells the same merchant waits here. */
export const lockUntold = ({ tx, tenantId }: TenantRef, atMost: number): Promise<UntoldEvent[]> =>
  tx
    .selectFrom('notice_event')
    .select(['event_id', 'device_id', 'store_id', sql<NotifyKind>`kind`.as('kind')])
    .where('tenant_id', '=', tenantId)
    .where('told_at', 'is', null)
    .orderBy('event_id')
    .limit(atMost)
    .forUpdate()
    .execute()

type ActiveReceiver = Omit<Receiver, 'address' | 'notice' | 'person' | 'remarks' | 'stopped_at'>

/** The receivers that are told. They cannot be changed or deleted until the end of the transaction. */
export const activeReceivers = ({ tx, tenantId }: TenantRef): Promise<ActiveReceiver[]> =>
  tx
    .selectFrom('receiver')
    .select([
      'notify_id',
      'account_id',
      'not_disture',
      'start_notify',
      'end_notify',
      'all_device',
      sql<string[]>`stores::text[]`.as('stores'),
      sql<NotifyKind[]>`kinds`.as('kinds'),
      sql<NotifyChannel>`channel`.as('channel'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('notice', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('notify_id')
    .forShare()
    .execute()

/** A notice to be made; `until` is the end of the quiet hours that hold it back. */
export type NewNotice = { notifyId: string; until: Date | undefined; eventIds: readonly string[] }

/** Makes notices, or adds to those that are held. Returns the number of each, by its receiver. */
export async function insertNotices(
  { tx, tenantId }: TenantRef,
  notices: readonly NewNotice[],
  now: Date,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ notify_id: string; notice_id: string }>`
    insert into notice (tenant_id, notify_id, state, next_at, created_at)
    select ${tenantId}::bigint, v.notify_id, v.state, v.next_at, ${now}::timestamptz
      from unnest(${notices.map(({ notifyId }) => notifyId)}::bigint[],
                  ${notices.map(({ until }) => (until ? 'held' : 'waiting'))}::text[],
                  ${notices.map(({ until }) => until ?? now)}::timestamptz[]) as v (notify_id, state, next_at)
     order by v.notify_id
    on conflict (tenant_id, notify_id) where state = 'held' do update set next_at = excluded.next_at
    returning notify_id, notice_id`.execute(tx)
  return new Map(rows.map((row) => [row.notify_id, row.notice_id]))
}

/** Puts events into notices. Each event is in one notice of a receiver, which the primary key keeps. */
export async function insertItems(
  { tx, tenantId }: TenantRef,
  noticeId: string,
  { notifyId, eventIds }: NewNotice,
): Promise<void> {
  await sql`
    insert into notice_item (tenant_id, notify_id, event_id, notice_id)
    select ${tenantId}::bigint, ${notifyId}::bigint, v.event_id, ${noticeId}::bigint
      from unnest(${eventIds}::bigint[]) as v (event_id)
    on conflict (tenant_id, notify_id, event_id) do nothing`.execute(tx)
}

export async function markEventsHandled(
  { tx, tenantId }: TenantRef,
  eventIds: readonly string[],
  now: Date,
): Promise<void> {
  await sql`
    update notice_event set told_at = ${now}
     where tenant_id = ${tenantId} and event_id = any(${eventIds}::bigint[])`.execute(tx)
}
