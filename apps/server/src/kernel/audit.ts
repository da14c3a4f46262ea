import type { Ctx, Origin } from './ctx.ts'
import type { Tx } from './db.ts'

export type AuditEntry = {
  call: string
  object: string
  objectId: string
  before?: unknown
  after?: unknown
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

export async function writeAudit(
  tx: Tx,
  tenantId: string,
  who: { id: string | null; username: string },
  origin: Origin,
  entry: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      tenant_id: tenantId,
      at: origin.now,
      account_id: who.id,
      username: who.username,
      address: origin.address,
      request_id: origin.requestId,
      call: entry.call,
      object: entry.object,
      object_id: entry.objectId,
      before: json(entry.before),
      after: json(entry.after),
    })
    .execute()
}

/** Records what this call changed, in the transaction that changes it. Never pass a secret. */
export const audit = (ctx: Ctx, entry: AuditEntry): Promise<void> => auditIn(ctx.tx, ctx, entry)

/** For a call without a transaction of its own, in one that it opened. */
export async function auditIn(tx: Tx, ctx: Omit<Ctx, 'tx'>, entry: AuditEntry): Promise<void> {
  await writeAudit(tx, ctx.tenant.id, ctx.user, ctx, entry)
  ctx.audited = true
}
