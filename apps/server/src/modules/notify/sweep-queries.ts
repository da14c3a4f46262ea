import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { deleteNotices } from './notice-queries.ts'

/** Whether events were not told although their job should have run before this moment. */
export async function hasUntold({ tx, tenantId }: TenantRef, before: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('notice_event')
    .select('event_id')
    .where('tenant_id', '=', tenantId)
    .where('told_at', 'is', null)
    .where('at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notices that should have been tried before this moment: their jobs are lost. */
export async function overdueNotices({ tx, tenantId }: TenantRef, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('notice')
    .select('notice_id')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`state in ('held', 'waiting')`)
    .where('next_at', '<', before)
    .execute()
  return rows.map((row) => row.notice_id)
}

export const deleteBinds = ({ tx, tenantId }: TenantRef, before: Date): Promise<number> =>
  countDeleted(
    tx.deleteFrom('receiver_bind').where('tenant_id', '=', tenantId).where('expires_at', '<', before),
  )

/** Deletes old notices that have ended, with their messages. */
export async function deleteOldNotices(
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ notice_id: string; account_id: string | null }>`
    select n.notice_id, r.account_id
      from notice n join receiver r on r.tenant_id = ${tenantId} and r.notify_id = n.notify_id
     where n.tenant_id = ${tenantId} and n.created_at < ${before} and n.state in ('sent', 'dead')
     order by n.created_at limit ${atMost}`.execute(tx)
  const inboxes = rows.filter(({ account_id: account }) => account !== null)
  await sql`
    delete from inbox_message m
     using unnest(${inboxes.map((row) => row.account_id)}::bigint[], ${inboxes.map((row) => row.notice_id)}::bigint[])
           as v (account_id, notice_id)
     where m.tenant_id = ${tenantId} and m.account_id = v.account_id and m.notice_id = v.notice_id`.execute(
    tx,
  )
  await deleteNotices(
    { tx, tenantId },
    rows.map((row) => row.notice_id),
  )
  return rows.length
}

/** Deletes old events that no notice is about any more. */
export const deleteOldEvents = ({ tx, tenantId }: TenantRef, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('notice_event')
      .where('tenant_id', '=', tenantId)
      .where('event_id', 'in', (eb) =>
        eb
          .selectFrom('notice_event as e')
          .select('e.event_id')
          .where('e.tenant_id', '=', tenantId)
          .where('e.at', '<', before)
          .where('e.told_at', 'is not', null)
          .where(
            sql<boolean>`not exists (select from notice_item i where i.tenant_id = ${tenantId} and i.event_id = e.event_id)`,
          )
          .orderBy('e.at')
          .limit(atMost),
      ),
  )

/** Deletes receivers that were deleted long ago and have no notices any more. */
export const deleteOldReceivers = ({ tx, tenantId }: TenantRef, before: Date): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('receiver as r')
      .where('r.tenant_id', '=', tenantId)
      .where('r.deleted_at', '<', before)
      .where(
        sql<boolean>`not exists (select from notice n where n.tenant_id = ${tenantId} and n.notify_id = r.notify_id)`,
      ),
  )
