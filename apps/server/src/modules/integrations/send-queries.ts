import type { EventDeliveryReason, EventKind } from '@slotwise/contract'
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
  kinds: EventKind[]
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
      sql<EventKind[]>`kinds`.as('kinds'),
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

/** Whether an event that was read before is still to be sent: the address is on, and it was not queued anew or given up. */
export async function isToBeSent(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  { seq, queued_at: queued }: Waiting,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from webhook w
                    where w.tenant_id = ${tenantId} and w.webhook_id = ${webhookId}
                      and w.enabled and w.deleted_at is null)
       and exists (select from webhook_delivery d
                    where d.tenant_id = ${tenantId} and d.webhook_id = ${webhookId} and d.seq = ${seq}::bigint
                      and d.state = 'waiting' and d.queued_at = ${queued}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** How many addresses of the merchant are being sent to. */
export async function countBusy({ tx, tenantId }: TenantRef, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook
     where tenant_id = ${tenantId} and deleted_at is null and busy_until > ${now}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** When the next event of an address is due; undefined when none waits. */
export async function nextDue(
  { tx, tenantId }: TenantRef,
  webhookId: string,
  now: Date,
): Promise<Date | undefined> {
  // The next one in their order: the whole line need not be read while one of them has not been tried.
  const { rows } = await sql<{ next_at: Date | null }>`
    select next_at from webhook_delivery
     where tenant_id = ${tenantId} and webhook_id = ${webhookId} and state = 'waiting'
     order by next_at is not null, seq limit 1`.execute(tx)
  const [first] = rows
  if (!first) return undefined
  if (first.next_at === null) return now
  const { rows: refused } = await sql<{ at: Date }>`
    select min(next_at) as at from webhook_delivery
     where tenant_id = ${tenantId} and webhook_id = ${webhookId} and state = 'waiting'`.execute(tx)
  return refused[0]?.at
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
