import { sql } from 'kysely'

import type { Ctx } from './ctx.ts'
import { inDeviceScope } from './scope.ts'

/** A position in a merchant's stream: transaction and event number. */
export type Cursor = { xid: string; event: string }
export type StoredEvent = { kind: string; data: unknown; cursor: Cursor }

export const cursorText = ({ xid, event }: Cursor): string => `${xid}.${event}`

export function parseCursor(text: string | undefined): Cursor | undefined {
  const match = /^(\d{1,19})\.(\d{1,18})$/.exec(text ?? '')
  return match?.[1] && match[2] ? { xid: match[1], event: match[2] } : undefined
}

/** The position before every event that is not committed yet. */
export async function presentCursor(ctx: Ctx): Promise<Cursor> {
  const { rows } = await sql<{
    xid: string
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(ctx.tx)
  return { xid: rows[0]?.xid ?? '0', event: '0' }
}

/**
 * Returns the events after a position that this user may receive, in order, and the position to continue from.
 * `more` is true when the limit was reached or when events wait for an older transaction to end.
 */
export async function readEvents(
  ctx: Ctx,
  after: Cursor,
  limit = 200,
): Promise<{ events: StoredEvent[]; next: Cursor; more: boolean }> {
  const { rows } = await sql<{
    xid: string
    event_id: string
    kind: string
    data: unknown
    heard: boolean
    settled: boolean
  }>`
    select xid::text, event_id, kind, data, xid < pg_snapshot_xmin(pg_current_snapshot()) as settled,
           (account_id is null or account_id = ${ctx.user.id})
           and (permission is null or ${ctx.user.isMain} or permission = any(${[...ctx.permissions]}::text[]))
           and ((store_id is null and device_id is null)
                or ${inDeviceScope(ctx, { device: 'device_id', store: 'store_id' })}) as heard
      from live_event
     where tenant_id = ${ctx.tenant.id} and (xid, event_id) > (${after.xid}::xid8, ${after.event}::bigint)
     order by tenant_id, live_event.xid, event_id limit ${limit}`.execute(ctx.tx)
  const settled = rows.filter((row) => row.settled)
  const last = settled.at(-1)
  return {
    events: settled
      .filter((row) => row.heard)
      .map(({ kind, data, xid, event_id: event }) => ({ kind, data, cursor: { xid, event } })),
    next: last ? { xid: last.xid, event: last.event_id } : after,
    more: rows.length > settled.length || rows.length === limit,
  }
}
