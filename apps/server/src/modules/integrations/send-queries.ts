import type { EventDeliveryReason } from '@slotwise/contract'
import { sql } from 'kysely'

import { askForJob } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'

export const sendEventsTask = 'webhook-send'

/** Asks for the job of an address; one that waits already runs at the new moment. */
export const askToSend = (ref: TenantRef, webhookId: string, at: Date): void =>
  askForJob(ref, { task: sendEventsTask, of: { webhook: webhookId }, at, counts: 'last' })

export type Line = {
  webhook_id: string
  name: string
  url: string
  secret: Buffer | null
  enabled: boolean
  busy_until: Date | null
  next_at: Date | null
  tries: number
  failing_since: Date | null
}

export const lockLine = ({ tx, tenantId }: TenantRef, id: string): Promise<Line | undefined> =>
  tx
    .selectFrom('webhook')
    .select([
      'webhook_id',
      'name',
      'url',
      'secret',
      'enabled',
      'busy_until',
      'next_at',
      'tries',
      'failing_since',
    ])
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export type Waiting = { seq: string; tries: number; queued_at: Date; body: string | null }

/** Events that are due: in the order of their numbers, those that were refused after the others. */
export async function dueEvents(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  now: Date,
  atMost: number,
): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select d.seq, d.tries, d.queued_at, e.body
      from webhook_delivery d
      left join webhook_event e on e.tenant_id = ${tenantId} and e.seq = d.seq
     where d.tenant_id = ${tenantId} and d.webhook_id = ${webhookId} and d.state = 'waiting'
       and (d.next_at is null or d.next_at <= ${now})
     order by d.next_at is not null, d.seq limit ${atMost}`.execute(tx)
  return rows
}

/** When the next event of an address is due; undefined when none waits. */
export async function nextDue(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(coalesce(next_at, ${now}::timestamptz)) as at from webhook_delivery
     where tenant_id = ${tenantId} and webhook_id = ${webhookId} and state = 'waiting'`.execute(tx)
  return rows[0]?.at ?? undefined
}

type Result = {
  state: 'waiting' | 'sent' | 'dead'
  tries: number
  next_at: Date | null
  status: number | null
  why: EventDeliveryReason | null
  sent_at: Date | null
}

/** Records a try, unless the event was queued anew meanwhile. */
export async function settleEvent(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  { seq, queued_at: queued }: Waiting,
  result: Result,
): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set(result)
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', webhookId)
    .where('seq', '=', seq)
    .where('queued_at', '=', queued)
    .where('state', '=', 'waiting')
    .execute()
}

/** Gives up the waiting events of an address: those that were queued before a moment, or all of them. */
export async function giveUpEvents(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  { before, ...answer }: { before?: Date; status: number | null; why: EventDeliveryReason | null },
): Promise<void> {
  const query = tx
    .updateTable('webhook_delivery')
    .set({ state: 'dead', next_at: null, ...answer })
    .where('tenant_id', '=', tenantId)
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
  await (before ? query.where('queued_at', '<', before) : query).execute()
}

/** Addresses with events that should have been sent before this moment: their jobs are lost. */
export async function overdueLines({ tx, tenantId }: TenantRef, before: Date): Promise<string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    select w.webhook_id from webhook w
     where w.tenant_id = ${tenantId} and w.deleted_at is null and w.enabled
       and (w.busy_until is null or w.busy_until < ${before}) and (w.next_at is null or w.next_at < ${before})
       and exists (select from webhook_delivery d
                    where d.tenant_id = ${tenantId} and d.webhook_id = w.webhook_id and d.state = 'waiting'
                      and d.queued_at < ${before} and (d.next_at is null or d.next_at < ${before}))`.execute(
    tx,
  )
  return rows.map((row) => row.webhook_id)
}
