import type { AuditedCall, AuditedKind } from '@slotwise/contract'

import type { Ctx, Origin } from './ctx.ts'
import type { Tx } from './db.ts'

export type AuditEntry = {
  call: AuditedCall
  object: AuditedKind
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
  ...entries: AuditEntry[]
): Promise<void> {
  const rows = entries.map((entry) => ({
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
  }))
  if (rows.length > 0) await tx.insertInto('audit').values(rows).execute()
}

/** Records what this call changed, in the transaction that changes it. Never pass a secret. */
export const audit = (ctx: Ctx, ...entries: AuditEntry[]): Promise<void> => auditIn(ctx.tx, ctx, ...entries)

/** The same for a call without a transaction of its own, in a transaction that it opened. */
export async function auditIn(tx: Tx, ctx: Omit<Ctx, 'tx'>, ...entries: AuditEntry[]): Promise<void> {
  await writeAudit(tx, ctx.tenant.id, ctx.user, ctx, ...entries)
  ctx.audited = true
}
