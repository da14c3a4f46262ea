/** People in chat apps as receivers. */
import type { NotifyKind, PersonChannel } from '@slotwise/contract'
import { type Kysely, sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { ReceiverCtx } from './receiver-queries.ts'

export type PersonReceiver = { notify_id: string; notice: boolean; stopped_at: Date | null }

/** Locks the receiver that a person is. */
export const lockPerson = (ctx: ReceiverCtx, person: Buffer): Promise<PersonReceiver | undefined> =>
  ctx.tx
    .selectFrom('receiver')
    .select(['notify_id', 'notice', 'stopped_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('person', '=', person)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

type NewPerson = { channel: PersonChannel; person: Buffer; name: string; kinds: readonly NotifyKind[] }

/**
 * Makes a person a receiver of everything. The address follows, sealed for the number that the receiver gets here.
 * Undefined when the person became one meanwhile.
 */
export async function insertPerson(
  ctx: ReceiverCtx,
  { channel, person, name, kinds }: NewPerson,
): Promise<string | undefined> {
  const { rows } = await sql<{ notify_id: string }>`
    insert into receiver (tenant_id, channel, person, name, kinds, created_at)
    values (${ctx.tenant.id}, ${channel}, ${person}, ${name}, ${kinds}::text[], ${ctx.now})
    on conflict (tenant_id, person) where deleted_at is null and person is not null do nothing
    returning notify_id`.execute(ctx.tx)
  await sql`
    insert into chat_person (person, tenant_id) values (${person}, ${ctx.tenant.id})
    on conflict (person, tenant_id) do nothing`.execute(ctx.tx)
  return rows[0]?.notify_id
}

/** A person who scans a new code after stopping is bound anew, as the same receiver. */
export async function resumePerson(ctx: ReceiverCtx, notifyId: string): Promise<void> {
  await ctx.tx
    .updateTable('receiver')
    .set({ notice: true, stopped_at: null, created_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('notify_id', '=', notifyId)
    .execute()
}

export async function stopReceiver(ctx: ReceiverCtx, notifyId: string): Promise<void> {
  await ctx.tx
    .updateTable('receiver')
    .set({ notice: false, stopped_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('notify_id', '=', notifyId)
    .execute()
}

/** Forgets that a person is a receiver of the merchant. */
export async function forgetPerson({ tx, tenantId }: TenantRef, person: Buffer): Promise<void> {
  await tx.deleteFrom('chat_person').where('tenant_id', '=', tenantId).where('person', '=', person).execute()
}

/** The merchants of which a person is a receiver. */
export async function merchantsOf(db: Kysely<Database>, person: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('chat_person')
    .select('tenant_id')
    .where('person', '=', person)
    .orderBy('tenant_id')
    .execute()
  return rows.map((row) => row.tenant_id)
}

/** Notes an event. Returns false when it has taken effect already. */
export async function insertEvent(ctx: ReceiverCtx, digest: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into chat_event (tenant_id, event_digest, created_at)
    values (${ctx.tenant.id}, ${digest}, ${ctx.now})
    on conflict (tenant_id, event_digest) do nothing
    returning event_digest`.execute(ctx.tx)
  return rows.length > 0
}

/** Apps repeat an event for minutes, Telegram for at most a day. */
export const deleteChatEvents = ({ tx, tenantId }: TenantRef, before: Date): Promise<number> =>
  countDeleted(tx.deleteFrom('chat_event').where('tenant_id', '=', tenantId).where('created_at', '<', before))
