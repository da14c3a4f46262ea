import type { NotifyChannel } from '@slotwise/contract'
import { sql } from 'kysely'

import type { TenantRef } from '../../kernel/ctx.ts'
import type { NoticeState } from './notice-queries.ts'

export type SentNotice = {
  notice_id: string
  notify_id: string
  state: NoticeState
  is_summary: boolean
  is_test: boolean
  tries: number
  next_at: Date | null
  created_at: Date
  channel: NotifyChannel
  account_id: string | null
  address: Buffer | null
  notice: boolean
  not_disture: boolean
  start_notify: string
  end_notify: string
  deleted_at: Date | null
  is_suspended: boolean
}

/** Locks a notice; its receiver is only read. */
export async function lockNotice({ tx, tenantId }: TenantRef, id: string): Promise<SentNotice | undefined> {
  const { rows } = await sql<SentNotice>`
    select n.notice_id, n.notify_id, n.state, n.is_summary, n.is_test, n.tries, n.next_at, n.created_at, r.channel,
           r.account_id, r.address, r.notice, r.not_disture, r.start_notify, r.end_notify, r.deleted_at,
           a.suspended_at is not null as is_suspended
      from notice n join receiver r on r.tenant_id = ${tenantId} and r.notify_id = n.notify_id
      left join account a on a.tenant_id = ${tenantId} and a.account_id = r.account_id
     where n.tenant_id = ${tenantId} and n.notice_id = ${id}
       for update of n`.execute(tx)
  return rows[0]
}

type Change = {
  state?: NoticeState
  is_summary?: boolean
  tries?: number
  next_at: Date | null
  sent_at?: Date
  why?: string
}

/** Changes a notice that has not ended. Returns false when it has, or is gone. */
export async function changeNotice(
  { tx, tenantId }: TenantRef,
  id: string,
  change: Change,
): Promise<boolean> {
  const row = await tx
    .updateTable('notice')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('notice_id', '=', id)
    .where(sql<boolean>`state in ('held', 'waiting')`)
    .returning('notice_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function noteSent({ tx, tenantId }: TenantRef, notifyId: string, now: Date): Promise<void> {
  await tx
    .updateTable('receiver')
    .set({ last_sent_at: now })
    .where('tenant_id', '=', tenantId)
    .where('notify_id', '=', notifyId)
    .execute()
}
