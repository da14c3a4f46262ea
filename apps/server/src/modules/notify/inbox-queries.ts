import type { LongList, LongPage } from '@slotwise/contract'
import { sql } from 'kysely'

import { type Ctx, refOf, type TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countOf, countUpTo } from '../../kernel/paging.ts'
import { isOneOf } from '../../kernel/search.ts'
import { isInSight } from './notice-queries.ts'
import type { Sight } from './sight-model.ts'

type Filter = { unread?: boolean | undefined }
type MessageRow = {
  notice: string
  created_at: Date
  is_summary: boolean
  is_test: boolean
  read_at: Date | null
}

/** An account that reads its messages. */
export type Reader = { accountId: string; sight: Sight }

/** The messages of an account of which it may see something. Tests are about nothing. */
const messagesOf = ({ tx, tenantId }: TenantRef, { accountId, sight }: Reader) =>
  tx
    .selectFrom('inbox_message as m')
    .innerJoin('notice as n', (join) =>
      join.on('n.tenant_id', '=', tenantId).onRef('n.notice_id', '=', 'm.notice_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .where('m.account_id', '=', accountId)
    .where(
      sql<boolean>`(n.is_test or exists (
        select from notice_item i
          join notice_event e on e.tenant_id = ${tenantId} and e.event_id = i.event_id
         where i.tenant_id = ${tenantId} and i.notice_id = n.notice_id and ${isInSight(sight)}))`,
    )

function listed(ctx: Ctx, { unread }: Filter, sight: Sight) {
  const query = messagesOf(refOf(ctx), { accountId: ctx.user.id, sight })
  if (unread === undefined) return query
  return query.where('m.read_at', unread ? 'is' : 'is not', null)
}

const order = { at: 'm.created_at', key: 'm.notice_id' }

function shown(ctx: Ctx, filter: Filter, sight: Sight, start: Start) {
  const direction = orderFrom(start)
  return listed(ctx, filter, sight)
    .where(isBeyond(start, order))
    .select(['m.notice_id as notice', 'm.created_at', 'n.is_summary', 'n.is_test', 'm.read_at'])
    .orderBy('m.created_at', direction)
    .orderBy('m.notice_id', direction)
}

export const listMessages = (
  ctx: Ctx,
  page: LongPage,
  filter: Filter,
  sight: Sight,
): Promise<LongList<MessageRow>> =>
  readLongPage<MessageRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf: ({ created_at: at, notice: key }) => ({ at, key }),
    count: (limit) => countUpTo(ctx.tx, listed(ctx, filter, sight), limit),
    read: (start, limit, offset) => shown(ctx, filter, sight, start).limit(limit).offset(offset).execute(),
  })

export const countUnread = (ref: TenantRef, reader: Reader): Promise<number> =>
  countOf(messagesOf(ref, reader).where('m.read_at', 'is', null))

/** Marks messages of an account as read, all in its sight without `ids`. Returns false when none was unread. */
export async function markRead(
  ctx: Ctx,
  reader: Reader,
  ids: readonly string[] | undefined,
): Promise<boolean> {
  const rows = await ctx.tx
    .updateTable('inbox_message')
    .set({ read_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', reader.accountId)
    .where('read_at', 'is', null)
    .where('notice_id', 'in', messagesOf(refOf(ctx), reader).select('m.notice_id'))
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
