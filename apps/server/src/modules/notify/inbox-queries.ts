import type { LongList, LongPage } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countOf, countUpTo } from '../../kernel/paging.ts'
import { isOneOf } from '../../kernel/search.ts'

type Filter = { unread?: boolean | undefined }
type MessageRow = {
  notice: string
  created_at: Date
  is_summary: boolean
  is_test: boolean
  read_at: Date | null
}

function listed(ctx: Ctx, { unread }: Filter) {
  const query = ctx.tx
    .selectFrom('inbox_message as m')
    .where('m.tenant_id', '=', ctx.tenant.id)
    .where('m.account_id', '=', ctx.user.id)
  if (unread === undefined) return query
  return query.where('m.read_at', unread ? 'is' : 'is not', null)
}

const order = { at: 'm.created_at', key: 'm.notice_id' }

function shown(ctx: Ctx, filter: Filter, start: Start) {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .where(isBeyond(start, order))
    .innerJoin('notice as n', (join) =>
      join.on('n.tenant_id', '=', ctx.tenant.id).onRef('n.notice_id', '=', 'm.notice_id'),
    )
    .select(['m.notice_id as notice', 'm.created_at', 'n.is_summary', 'n.is_test', 'm.read_at'])
    .orderBy('m.created_at', direction)
    .orderBy('m.notice_id', direction)
}

export const listMessages = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<MessageRow>> =>
  readLongPage<MessageRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    placeOf: ({ created_at: at, notice: key }) => ({ at, key }),
    count: (limit) => countUpTo(ctx.tx, listed(ctx, filter), limit),
    read: (start, limit, offset) => shown(ctx, filter, start).limit(limit).offset(offset).execute(),
  })

export const countUnread = ({ tx, tenantId }: TenantRef, accountId: string): Promise<number> =>
  countOf(
    tx
      .selectFrom('inbox_message')
      .where('tenant_id', '=', tenantId)
      .where('account_id', '=', accountId)
      .where('read_at', 'is', null),
  )

/** Marks messages of the caller as read, all without `ids`. Returns false when none was unread. */
export async function markRead(ctx: Ctx, ids: readonly string[] | undefined): Promise<boolean> {
  const rows = await ctx.tx
    .updateTable('inbox_message')
    .set({ read_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .where('read_at', 'is', null)
    .where(isOneOf(ids, 'notice_id'))
    .returning('notice_id')
    .execute()
  return rows.length > 0
}

type NewMessage = { accountId: string; noticeId: string; now: Date }

/** Puts a notice into an inbox, once. Returns false when it is there already. */
export async function insertMessage(
  { tx, tenantId }: TenantRef,
  { accountId, noticeId, now }: NewMessage,
): Promise<boolean> {
  const { rows } = await sql`
    insert into inbox_message (tenant_id, account_id, notice_id, created_at)
    values (${tenantId}, ${accountId}, ${noticeId}, ${now})
    on conflict (tenant_id, account_id, notice_id) do nothing
    returning notice_id`.execute(tx)
  return rows.length > 0
}
