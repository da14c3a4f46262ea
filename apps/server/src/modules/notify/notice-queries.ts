/** Notices, and what they are about. A notice is written once and read by its receiver, its job and the merchant. */
import type { LongList, LongPage, NoticeGroup, NoticeItem, noticeStates } from '@slotwise/contract'
import { noticeItemsMost } from '@slotwise/contract'
import { type Expression, sql, type SqlBool } from 'kysely'

import { runPlacedJobAt } from '../../kernel/asked-jobs.ts'
import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countUpTo } from '../../kernel/paging.ts'
import { inDeviceScope } from '../../kernel/scope.ts'
import { receiverName } from './receiver-queries.ts'
import type { Sight } from './sight-model.ts'

export type NoticeState = (typeof noticeStates)[number]

/** Whether the event `e` is in sight. A receiver without an account has no limit. */
export const isInSight = (sight: Sight | undefined): Expression<SqlBool> =>
  sight
    ? sql<SqlBool>`(e.kind = any(${sight.kinds}::text[])
        and ${inDeviceScope(sight, { device: 'e.device_id', store: 'e.store_id' })})`
    : sql<SqlBool>`true`

/**
 * What a reader sees of notices. Of an alert's machine only the last turn counts: one that went offline and came back during
 * quiet hours is told as back.
 */
const lastTurns = ({ tenantId }: TenantRef, notices: readonly string[], sight: Sight | undefined) => sql`
  select t.notice_id, t.event_id, t.kind, t.phase, t.at, t.device_id, t.store_id, t.orderno, t.amount, t.low, t.faults
    from (select i.notice_id, e.event_id, e.kind, e.phase, e.at, e.device_id, e.store_id, e.orderno, e.amount, e.low,
                 e.faults,
                 row_number() over (partition by i.notice_id, e.kind, e.device_id, e.orderno
                                    order by e.event_id desc) as turn
            from notice_item i
            join notice_event e on e.tenant_id = ${tenantId} and e.event_id = i.event_id
           where i.tenant_id = ${tenantId} and i.notice_id = any(${notices}::bigint[])
             and ${isInSight(sight)}) t
   where t.turn = 1`

export type GroupRow = NoticeGroup & { notice_id: string }

/** The things of notices counted by kind and store, those with the most first. */
export async function groupsOf(
  ref: TenantRef,
  notices: readonly string[],
  sight: Sight | undefined,
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.notice_id, g.kind, g.phase, g.count, g.amount, g.store_id as store, s.store_name
      from (select l.notice_id, l.kind, l.phase, l.store_id, count(*)::int as count, sum(l.amount)::float8 as amount,
                   min(l.event_id) as first
              from (${lastTurns(ref, notices, sight)}) l group by l.notice_id, l.kind, l.phase, l.store_id) g
      left join store s on s.tenant_id = ${ref.tenantId} and s.store_id = g.store_id
     order by g.notice_id, g.count desc, g.first`.execute(ref.tx)
  return rows
}

type ItemRow = Omit<NoticeItem, 'at'> & { notice_id: string; at: Date }

/** The first things of notices: one of each group, then the second ones, and so on. */
export async function itemsOf(
  { tx, tenantId }: TenantRef,
  notices: readonly string[],
  sight: Sight | undefined,
): Promise<(NoticeItem & { notice_id: string })[]> {
  const { rows } = await sql<ItemRow>`
    select p.notice_id, p.kind, p.phase, p.at, d.sn, d.title, p.store_id as store, s.store_name, p.low, p.faults,
           p.orderno, p.amount
      from (select n.*, row_number() over (partition by n.notice_id order by n.nth, n.event_id) as place
              from (select l.*, row_number() over (partition by l.notice_id, l.kind, l.phase, l.store_id
                                                   order by l.event_id) as nth
                      from (${lastTurns({ tx, tenantId }, notices, sight)}) l) n) p
      join device d on d.tenant_id = ${tenantId} and d.device_id = p.device_id
      left join store s on s.tenant_id = ${tenantId} and s.store_id = p.store_id
     where p.place <= ${noticeItemsMost}
     order by p.notice_id, p.event_id`.execute(tx)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

export type NoticeRow = {
  notice: string
  notify_id: string
  receiver: string
  state: NoticeState
  is_summary: boolean
  is_test: boolean
  tries: number
  next_at: Date | null
  sent_at: Date | null
  why: string
  resendable: boolean
  created_at: Date
}

type Filter = {
  notify_id?: string | undefined
  state?: NoticeState | undefined
  ids?: readonly string[] | undefined
}

/** Whether a receiver takes a notice that is sent now. */
const takesIt = (
  ctx: Ctx,
) => sql<boolean>`(r.deleted_at is null and r.stopped_at is null and (r.notice or n.is_test)
  and not exists (select from account x where x.tenant_id = ${ctx.tenant.id} and x.account_id = r.account_id
                     and x.suspended_at is not null))`

function listed(ctx: Ctx, filter: Filter) {
  let query = ctx.tx.selectFrom('notice as n').where('n.tenant_id', '=', ctx.tenant.id)
  if (filter.notify_id !== undefined) query = query.where('n.notify_id', '=', filter.notify_id)
  if (filter.state !== undefined) query = query.where('n.state', '=', filter.state)
  if (filter.ids !== undefined) query = query.where(sql<boolean>`n.notice_id = any(${filter.ids}::bigint[])`)
  return query
}

const order = { at: 'n.created_at', key: 'n.notice_id' }

function shown(ctx: Ctx, filter: Filter, start?: Start) {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .where(isBeyond(start, order))
    .innerJoin('receiver as r', (join) =>
      join.on('r.tenant_id', '=', ctx.tenant.id).onRef('r.notify_id', '=', 'n.notify_id'),
    )
    .leftJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', ctx.tenant.id).onRef('a.account_id', '=', 'r.account_id'),
    )
    .select([
      'n.notice_id as notice',
      'n.notify_id',
      receiverName.as('receiver'),
      sql<NoticeState>`n.state`.as('state'),
      'n.is_summary',
      'n.is_test',
      'n.tries',
      'n.next_at',
      'n.sent_at',
      'n.why',
      sql<boolean>`n.state = 'dead' and ${takesIt(ctx)}`.as('resendable'),
      'n.created_at',
    ])
    .orderBy('n.created_at', direction)
    .orderBy('n.notice_id', direction)
}

export const listNotices = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<NoticeRow>> =>
  readLongPage<NoticeRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf: ({ created_at: at, notice: key }) => ({ at, key }),
    count: (limit) => countUpTo(ctx.tx, listed(ctx, filter), limit),
    read: (start, limit, offset) => shown(ctx, filter, start).limit(limit).offset(offset).execute(),
  })

export const findNotice = (ctx: Ctx, id: string): Promise<NoticeRow | undefined> =>
  shown(ctx, { ids: [id] }).executeTakeFirst()

export async function insertTest(ctx: Ctx, notifyId: string): Promise<string> {
  const { notice_id: id } = await ctx.tx
    .insertInto('notice')
    .values({
      tenant_id: ctx.tenant.id,
      notify_id: notifyId,
      state: 'waiting',
      is_test: true,
      next_at: ctx.now,
      created_at: ctx.now,
    })
    .returning('notice_id')
    .executeTakeFirstOrThrow()
  return id
}

/** Lets a notice that was given up be tried again. Returns false when it was not, or its receiver is gone, off or suspended. */
export async function reviveNotice(ctx: Ctx, id: string): Promise<boolean> {
  const { rows } = await sql`
    update notice n set state = 'waiting', tries = 0, next_at = ${ctx.now}, why = ''
     where n.tenant_id = ${ctx.tenant.id} and n.notice_id = ${id} and n.state = 'dead'
       and exists (select from receiver r where r.tenant_id = ${ctx.tenant.id} and r.notify_id = n.notify_id
                      and ${takesIt(ctx)})
    returning n.notice_id`.execute(ctx.tx)
  return rows.length > 0
}

/** Has held notices of a receiver looked at now. Returns their numbers. */
export async function hurryHeld({ tx, tenantId }: TenantRef, notifyId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('notice')
    .set({ next_at: now })
    .where('tenant_id', '=', tenantId)
    .where('notify_id', '=', notifyId)
    .where('state', '=', 'held')
    .returning('notice_id')
    .execute()
  return rows.map((row) => row.notice_id)
}

/** Deletes the notices of a receiver that have not been sent. */
export async function deleteOpenNotices({ tx, tenantId }: TenantRef, notifyId: string): Promise<void> {
  const rows = await tx
    .selectFrom('notice')
    .select('notice_id')
    .where('tenant_id', '=', tenantId)
    .where('notify_id', '=', notifyId)
    .where(sql<boolean>`state in ('held', 'waiting')`)
    .orderBy('notice_id')
    .forUpdate()
    .execute()
  await deleteNotices(
    { tx, tenantId },
    rows.map((row) => row.notice_id),
  )
}

/** Deletes notices with what they are about. */
export async function deleteNotices({ tx, tenantId }: TenantRef, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from notice_item where tenant_id = ${tenantId} and notice_id = any(${ids}::bigint[])`.execute(
    tx,
  )
  await sql`delete from notice where tenant_id = ${tenantId} and notice_id = any(${ids}::bigint[])`.execute(
    tx,
  )
}

export const sendTask = 'notice-send'

/**
 * Queues the sending of a notice for that time; the worker does it even if this process ends. Channels, and merchants at
 * each of them, have a few places in the queue, those outside of the server not all of them. The smallest `urgency` comes
 * first; a notice that is tried again comes after those that never were.
 */
export async function runNoticeAt(ref: TenantRef, id: string, moment: Date, urgency?: number): Promise<void> {
  const row = await ref.tx
    .selectFrom('notice as n')
    .innerJoin('receiver as r', (join) =>
      join.on('r.tenant_id', '=', ref.tenantId).onRef('r.notify_id', '=', 'n.notify_id'),
    )
    .select(['r.channel', 'n.tries'])
    .where('n.tenant_id', '=', ref.tenantId)
    .where('n.notice_id', '=', id)
    .executeTakeFirst()
  const channel = row?.channel ?? 'inbox'
  const places = [`channel:${channel}`, `merchant:${channel}/${ref.tenantId}`]
  if (channel !== 'inbox') places.push('outside:chats')
  await runPlacedJobAt(ref, sendTask, { notice: id }, moment, {
    places,
    urgency: urgency ?? 1_000 * (row?.tries ?? 0),
  })
}
