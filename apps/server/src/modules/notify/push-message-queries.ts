/** Messages on their way to browsers. */
import { sql } from 'kysely'

import { runJobAt } from '../../kernel/asked-jobs.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'

/** One notice for one browser. */
export type PushRef = { push: string; notice: string }

export const pushTask = 'push'

/** Queues the sending of a message for that time; the worker does it even if this process ends. */
export const runPushAt = (ref: TenantRef, { push, notice }: PushRef, moment: Date): Promise<void> =>
  runJobAt(ref, pushTask, { push, notice }, moment)

type New = { accountId: string; noticeId: string; now: Date }

/** Adds a message for each browser of an account. Returns the browsers. */
export async function insertPushes(
  { tx, tenantId }: TenantRef,
  { accountId, noticeId, now }: New,
): Promise<string[]> {
  const { rows } = await sql<{ push_id: string }>`
    insert into push_message (tenant_id, push_id, notice_id, next_at, created_at)
    select p.tenant_id, p.push_id, ${noticeId}::bigint, ${now}::timestamptz, ${now}::timestamptz
      from push_subscription p where p.tenant_id = ${tenantId} and p.account_id = ${accountId}
    on conflict (tenant_id, push_id, notice_id) do nothing
    returning push_id`.execute(tx)
  return rows.map((row) => row.push_id)
}

export type PushRow = { tries: number; next_at: Date; created_at: Date }

export const lockPush = (
  { tx, tenantId }: TenantRef,
  { push, notice }: PushRef,
): Promise<PushRow | undefined> =>
  tx
    .selectFrom('push_message')
    .select(['tries', 'next_at', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('push_id', '=', push)
    .where('notice_id', '=', notice)
    .forUpdate()
    .executeTakeFirst()

/** A message that its account has not read yet, without what it is about. */
export async function unreadNotice(
  { tx, tenantId }: TenantRef,
  accountId: string,
  noticeId: string,
): Promise<{ created_at: Date; is_summary: boolean; is_test: boolean } | undefined> {
  return tx
    .selectFrom('inbox_message as m')
    .innerJoin('notice as n', (join) =>
      join.on('n.tenant_id', '=', tenantId).onRef('n.notice_id', '=', 'm.notice_id'),
    )
    .select(['n.created_at', 'n.is_summary', 'n.is_test'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.account_id', '=', accountId)
    .where('m.notice_id', '=', noticeId)
    .where('m.read_at', 'is', null)
    .executeTakeFirst()
}

export async function setNextTry(
  { tx, tenantId }: TenantRef,
  { push, notice }: PushRef,
  { tries, at }: { tries: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('push_message')
    .set({ tries, next_at: at })
    .where('tenant_id', '=', tenantId)
    .where('push_id', '=', push)
    .where('notice_id', '=', notice)
    .execute()
}

export async function deletePush({ tx, tenantId }: TenantRef, { push, notice }: PushRef): Promise<void> {
  await tx
    .deleteFrom('push_message')
    .where('tenant_id', '=', tenantId)
    .where('push_id', '=', push)
    .where('notice_id', '=', notice)
    .execute()
}

/** Messages that should have been tried before this moment: their jobs were lost. */
export async function overduePushes(
  { tx, tenantId }: TenantRef,
  before: Date,
  atMost: number,
): Promise<PushRef[]> {
  const rows = await tx
    .selectFrom('push_message')
    .select(['push_id as push', 'notice_id as notice'])
    .where('tenant_id', '=', tenantId)
    .where('next_at', '<', before)
    .orderBy('next_at')
    .limit(atMost)
    .execute()
  return rows
}

export const deleteOldPushes = ({ tx, tenantId }: TenantRef, before: Date): Promise<number> =>
  countDeleted(
    tx.deleteFrom('push_message').where('tenant_id', '=', tenantId).where('created_at', '<', before),
  )
