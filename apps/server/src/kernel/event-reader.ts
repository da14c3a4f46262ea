import { mayAccess } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from './ctx.ts'
import { type Audience, audienceOf } from './events.ts'
import { isInDeviceScope } from './scope.ts'

/** A place in a merchant's events: the number of the last event before it. */
export type Position = bigint
/** `data` is JSON. */
export type StoredEvent = { position: Position; kind: string; data: string; audience: Audience }

/** All events from `after` to `next`, in order. A full page may be followed by another. */
export type EventPage = { after: Position; next: Position; events: StoredEvent[]; isFull: boolean }

const pageSize = 200

export const parsePosition = (text: unknown): Position | undefined =>
  typeof text === 'string' && /^\d{1,18}$/.test(text) ? BigInt(text) : undefined

/** The position after every event that is committed. */
export async function presentPosition({ tx, tenantId }: TenantRef): Promise<Position> {
  const row = await tx
    .selectFrom('live_event_counter')
    .select('last_event')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst()
  return BigInt(row?.last_event ?? 0)
}

/** Reads the events after a position. `known` is a later position, if the caller knows that it is committed. */
export async function readEvents(
  { tx, tenantId }: TenantRef,
  after: Position,
  known: Position = after,
): Promise<EventPage> {
  const { rows } = await sql<{
    event_id: string
    kind: string
    data: string
    account_id: string | null
    permission: string | null
    store_id: string | null
    device_id: string | null
  }>`
    select event_id, kind, data::text, account_id, permission, store_id, device_id from live_event
     where tenant_id = ${tenantId} and event_id > ${String(after)}
     order by tenant_id, event_id limit ${pageSize}`.execute(tx)
  const isFull = rows.length === pageSize
  const last = BigInt(rows.at(-1)?.event_id ?? after)
  return {
    after,
    // Deleted events may leave nothing to read before the known position.
    next: !isFull && known > last ? known : last,
    events: rows.map((row) => ({
      position: BigInt(row.event_id),
      kind: row.kind,
      data: row.data,
      audience: {
        ...(row.account_id === null ? {} : { account: row.account_id }),
        ...(row.permission ? { permission: audienceOf(row.permission) } : {}),
        ...(row.store_id === null ? {} : { store: row.store_id }),
        ...(row.device_id === null ? {} : { device: row.device_id }),
      },
    })),
    isFull,
  }
}

export const mayHear = (
  who: Pick<Ctx, 'user' | 'permissions' | 'scope'>,
  { account, permission, ...place }: Audience,
): boolean =>
  (account === undefined || account === who.user.id) &&
  (permission === undefined ||
    mayAccess(permission, { isMain: who.user.isMain, activity: false, permissions: who.permissions })) &&
  ((place.store === undefined && place.device === undefined) || isInDeviceScope(who, place))
