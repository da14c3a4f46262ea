/** Messages that were heard already, so that those sent again change nothing. */
import type { Envelope } from '@slotwise/machine-protocol'
import { sql } from 'kysely'

import type { MachineCtx, MachineRef, TenantRef } from '../../kernel/ctx.ts'

/**
 * Notes a message. Returns false when it was heard before: with the same `mid` in the same connection, or with the
 * same `mid` and time in any other, because a machine sends waiting messages again after a reconnect. The `mid`
 * alone may come again in a later connection. The caller has locked the machine's state.
 */
export async function noteMessage(
  { tx, tenantId, deviceId, now }: MachineCtx,
  { mid, ts }: Pick<Envelope, 'mid' | 'ts'>,
  boot: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into heard_message (tenant_id, device_id, mid, ts, boot, heard_at)
    select ${tenantId}::bigint, ${deviceId}::bigint, ${mid}, ${ts}::bigint, ${boot}::bigint, ${now}::timestamptz
     where not exists (select from heard_message
                        where tenant_id = ${tenantId} and device_id = ${deviceId} and mid = ${mid} and boot = ${boot})
    on conflict do nothing
    returning mid`.execute(tx)
  return rows.length > 0
}

/** The machine counts its connections from the beginning: the same number is another connection now. */
export async function forgetConnections({ tx, tenantId, deviceId }: MachineRef): Promise<void> {
  await tx
    .updateTable('heard_message')
    .set({ boot: null })
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('boot', 'is not', null)
    .execute()
}

export async function deleteHeardBefore(
  { tx, tenantId }: TenantRef,
  heard: Date,
  atMost: number,
): Promise<number> {
  const { rows } = await sql`
    delete from heard_message
     where tenant_id = ${tenantId} and (device_id, mid, ts) in (
       select device_id, mid, ts from heard_message
        where tenant_id = ${tenantId} and heard_at < ${heard} limit ${atMost})
    returning mid`.execute(tx)
  return rows.length
}
