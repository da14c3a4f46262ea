import type { MachineCtx } from '../../kernel/ctx.ts'

/** Returns false when the same message has been stored before. */
export async function putIntoInbox(
  { tx, tenantId, deviceId, now }: MachineCtx,
  message: { mid: string; kind: 'sale' | 'order'; data: unknown; sentAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('machine_inbox')
    .values({
      tenant_id: tenantId,
      device_id: deviceId,
      mid: message.mid,
      kind: message.kind,
      data: JSON.stringify(message.data),
      sent_at: message.sentAt,
      received_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('mid')
    .executeTakeFirst()
  return row !== undefined
}
