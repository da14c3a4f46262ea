import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

/** Whether events have no number although their job should have run before this moment. */
export async function hasUnnumbered({ tx, tenantId }: TenantRef, before: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('webhook_event')
    .select('event_id')
    .where('tenant_id', '=', tenantId)
    .where('seq', 'is', null)
    .where('at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export const deleteOldEvents = ({ tx, tenantId }: TenantRef, before: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('webhook_event')
      .where('tenant_id', '=', tenantId)
      .where('event_id', 'in', (eb) =>
        eb
          .selectFrom('webhook_event as e')
          .select('e.event_id')
          .where('e.tenant_id', '=', tenantId)
          .where('e.at', '<', before)
          .orderBy('e.at')
          .limit(atMost),
      ),
  )

/** All addresses, deleted ones included. */
export async function allWebhooks({ tx, tenantId }: TenantRef): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhook')
    .select('webhook_id')
    .where('tenant_id', '=', tenantId)
    .orderBy('webhook_id')
    .execute()
  return rows.map((row) => row.webhook_id)
}

export const deleteOldDeliveries = (
  { tx, tenantId }: TenantRef,
  webhookId: string,
  before: Date,
  atMost: number,
): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('webhook_delivery')
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', webhookId)
      .where('seq', 'in', (eb) =>
        eb
          .selectFrom('webhook_delivery as d')
          .select('d.seq')
          .where('d.tenant_id', '=', tenantId)
          .where('d.webhook_id', '=', webhookId)
          .where('d.queued_at', '<', before)
          .orderBy('d.queued_at')
          .limit(atMost),
      ),
  )

/** Deletes addresses that were deleted long ago and have no deliveries any more. */
export const deleteOldWebhooks = ({ tx, tenantId }: TenantRef, before: Date): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('webhook as w')
      .where('w.tenant_id', '=', tenantId)
      .where('w.deleted_at', '<', before)
      .where(
        sql<boolean>`not exists (select from webhook_delivery d
          where d.tenant_id = ${tenantId} and d.webhook_id = w.webhook_id)`,
      ),
  )
