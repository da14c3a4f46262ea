import type { AuditedCall, AuditedKind } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, Origin } from './ctx.ts'
import type { Tx } from './db.ts'

export type AuditEntry = {
  call: AuditedCall
  object: AuditedKind
  objectId: string
  before?: unknown
  after?: unknown
}

/** What a reader expects of a call by its name: what was there before, and what is there now. */
const expected: Readonly<Record<string, readonly ('before' | 'after')[]>> = {
  add: ['after'],
  restore: ['after'],
  edit: ['before', 'after'],
  del: ['before'],
  // Changes a secret.
  editOprPwd: [],
  // Adds a picture when it names none.
  editImg: ['after'],
  // The address of a browser is as good as a key.
  addPush: [],
  delPush: [],
}

/** Refuses an entry that tells its reader less than the name of its call promises. */
function demandFacts(entry: AuditEntry): void {
  const [verb = ''] = /^[a-z]+/.exec(entry.call) ?? []
  const missing = (expected[entry.call] ?? expected[verb] ?? []).filter((key) => entry[key] === undefined)
  if (missing.length > 0) throw new Error(`the audit of ${entry.call} lacks what was there ${missing.join()}`)
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

export async function writeAudit(
  tx: Tx,
  tenantId: string,
  who: { id: string | null; username: string },
  origin: Origin,
  ...entries: AuditEntry[]
): Promise<void> {
  if (entries.length === 0) return
  for (const entry of entries) demandFacts(entry)
  await sql`
    insert into audit (tenant_id, at, account_id, username, address, request_id, call, object, object_id, before, after)
    select ${tenantId}::bigint, ${origin.now}::timestamptz, ${who.id}::bigint, ${who.username}::text, ${origin.address}::text,
           ${origin.requestId}::text, call, object, object_id, before::jsonb, after::jsonb
      from unnest(${entries.map(({ call }) => call)}::text[], ${entries.map(({ object }) => object)}::text[],
                  ${entries.map(({ objectId }) => objectId)}::text[],
                  ${entries.map(({ before }) => json(before))}::text[],
                  ${entries.map(({ after }) => json(after))}::text[])
           with ordinality as v (call, object, object_id, before, after, n)
     order by n
    returning audit_id`.execute(tx)
}

/** Records what this call changed, in the transaction that changes it. Never pass a secret. */
export const audit = (ctx: Ctx, ...entries: AuditEntry[]): Promise<void> => auditIn(ctx.tx, ctx, ...entries)

/** The same for a call without a transaction of its own, in a transaction that it opened. */
export async function auditIn(tx: Tx, ctx: Omit<Ctx, 'tx'>, ...entries: AuditEntry[]): Promise<void> {
  await writeAudit(tx, ctx.tenant.id, ctx.user, ctx, ...entries)
  ctx.audited = true
}
