import { sql } from 'kysely'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { Dated } from '../../kernel/machine-clock.ts'

/** A sale or an order. `ref` is the machine's name for it: its saleId or reqId. */
export type Trade = { kind: 'sale' | 'order'; ref: string; mid: string; ts: number; data: unknown }

/** Returns false when the machine has used the name before. */
export async function putIntoInbox(
  { tx, tenantId, deviceId, now }: MachineCtx,
  { kind, ref, mid, ts, data }: Trade,
  { at, doubtful }: Dated,
): Promise<boolean> {
  const row = await tx
    .insertInto('machine_inbox')
    .values({
      tenant_id: tenantId,
      device_id: deviceId,
      kind,
      ref,
      mid,
      ts: String(ts),
      data: JSON.stringify(data),
      happened_at: at,
      clock_doubtful: doubtful,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ref')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether this very sale or order is stored: the same name, time and contents. */
export async function isInInbox(
  { tx, tenantId, deviceId }: MachineCtx,
  { kind, ref, ts, data }: Trade,
): Promise<boolean> {
  const row = await tx
    .selectFrom('machine_inbox')
    .select('ref')
    .where('tenant_id', '=', tenantId)
    .where('device_id', '=', deviceId)
    .where('kind', '=', kind)
    .where('ref', '=', ref)
    .where('ts', '=', String(ts))
    .where(sql<boolean>`data = ${JSON.stringify(data)}::jsonb`)
    .executeTakeFirst()
  return row !== undefined
}
