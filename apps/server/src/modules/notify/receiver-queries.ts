import type { List, Notify, NotifyChannel, NotifyKind, Page, RobotChannel } from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { changesOne } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'

/** What the merchant sets for a receiver. */
export type Rules = {
  notice: boolean
  not_disture: boolean
  start_notify: string
  end_notify: string
  kinds: NotifyKind[]
  all_device: boolean
  stores: string[]
  remarks: string
}

export type Receiver = Rules & {
  notify_id: string
  channel: NotifyChannel
  account_id: string | null
  address: Buffer | null
  person: Buffer | null
  stopped_at: Date | null
}

/** What is needed of a caller, who may be a person in a chat app. */
export type ReceiverCtx = Pick<Ctx, 'tx' | 'now'> & { tenant: Pick<Ctx['tenant'], 'id'> }

type Filter = { ids?: string[] | undefined }

const bound = (ctx: ReceiverCtx, { ids }: Filter) =>
  ctx.tx
    .selectFrom('receiver as r')
    .where('r.tenant_id', '=', ctx.tenant.id)
    .where('r.deleted_at', 'is', null)
    .where(isOneOf(ids, 'r.notify_id'))

/** An inbox is called by the present name of its account. */
export const receiverName = sql<string>`coalesce(nullif(a.nickname, ''), a.username, r.name)`

const described = <O>(
  ctx: ReceiverCtx,
  query: SelectQueryBuilder<Database & { r: Database['receiver'] }, 'r', O>,
  deadSince: Date,
) =>
  query
    .leftJoin('account as a', (join) =>
      join.on('a.tenant_id', '=', ctx.tenant.id).onRef('a.account_id', '=', 'r.account_id'),
    )
    .select([
      'r.notify_id',
      'r.notice',
      'r.not_disture',
      'r.start_notify',
      'r.end_notify',
      'r.all_device',
      sql<string[]>`r.stores::text[]`.as('store'),
      sql<string[]>`array(select s.store_name from store s
        where s.tenant_id = ${ctx.tenant.id} and s.store_id = any(r.stores) order by s.store_id)`.as(
        'store_names',
      ),
      sql<string>`array_to_string(r.kinds, ',')`.as('permission'),
      'r.remarks',
      sql<NotifyChannel>`r.channel`.as('channel'),
      receiverName.as('receiver'),
      'r.account_id as account',
      'a.username',
      sql<boolean>`r.account_id is not null and (a.account_id is null or a.deleted_at is not null)`.as(
        'gone',
      ),
      sql<boolean>`a.deleted_at is null and a.suspended_at is not null`.as('suspended'),
      sql<boolean>`r.stopped_at is not null`.as('stopped'),
      'r.created_at',
      'r.last_sent_at',
      sql<number>`(select count(*)::int from notice n where n.tenant_id = ${ctx.tenant.id}
        and n.notify_id = r.notify_id and n.state = 'dead' and n.created_at >= ${deadSince})`.as('dead'),
    ])

type Described = Omit<Notify, 'created_at' | 'last_sent_at'> & { created_at: Date; last_sent_at: Date | null }

const asNotify = ({ created_at: created, last_sent_at: sent, ...row }: Described): Notify => ({
  ...row,
  created_at: created.toISOString(),
  last_sent_at: sent?.toISOString() ?? null,
})

/** The newest first. */
export async function listReceivers(
  ctx: ReceiverCtx,
  page: Page,
  filter: Filter,
  deadSince: Date,
): Promise<List<Notify>> {
  const query = bound(ctx, filter)
  const rows = await described(ctx, query, deadSince)
    .orderBy('r.notify_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data: rows.map(asNotify), count: await countOf(query) }
}

/** Locks a receiver. */
export async function lockReceiver({ tx, tenantId }: TenantRef, id: string): Promise<Receiver | undefined> {
  const row = await tx
    .selectFrom('receiver')
    .select([
      'notify_id',
      'account_id',
      'address',
      'person',
      'stopped_at',
      'notice',
      'not_disture',
      'start_notify',
      'end_notify',
      'all_device',
      'remarks',
      sql<string[]>`stores::text[]`.as('stores'),
      sql<NotifyKind[]>`kinds`.as('kinds'),
      sql<NotifyChannel>`channel`.as('channel'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('notify_id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row
}

export async function updateReceiver(ctx: Ctx, id: string, rules: Rules): Promise<void> {
  await ctx.tx
    .updateTable('receiver')
    .set(rules)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('notify_id', '=', id)
    .execute()
}

/** Its address is forgotten, because it may hold a key. */
export const setReceiverDeleted = (ctx: Ctx, id: string): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('receiver')
      .set({ deleted_at: ctx.now, address: null, person: null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('notify_id', '=', id)
      .where('deleted_at', 'is', null),
  )

/** The receiver that is the inbox of the account. */
export async function receiverOf(ctx: Ctx, accountId: string): Promise<string | undefined> {
  const row = await ctx.tx
    .selectFrom('receiver')
    .select('notify_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.notify_id
}

/**
 * Counts the receivers after locking them, so that of several that are bound at once each sees those before it. The
 * first receivers of a merchant are not counted exactly, which is harmless.
 */
export async function lockAndCountReceivers(ctx: ReceiverCtx): Promise<number> {
  await ctx.tx
    .selectFrom('receiver')
    .select('notify_id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .orderBy('notify_id')
    .forUpdate()
    .execute()
  return countOf(bound(ctx, {}))
}

/** Makes the inbox of an account a receiver of everything. Undefined when it is one already. */
export async function insertInboxReceiver(
  ctx: Ctx,
  accountId: string,
  kinds: readonly NotifyKind[],
): Promise<string | undefined> {
  const { rows } = await sql<{ notify_id: string }>`
    insert into receiver (tenant_id, channel, account_id, kinds, created_at)
    values (${ctx.tenant.id}, 'inbox', ${accountId}, ${kinds}::text[], ${ctx.now})
    on conflict (tenant_id, account_id) where deleted_at is null and account_id is not null do nothing
    returning notify_id`.execute(ctx.tx)
  return rows[0]?.notify_id
}

/** Makes a robot a receiver of everything. Its address follows, sealed for the number that it gets here. */
export async function insertRobotReceiver(
  ctx: Ctx,
  { channel, name, kinds }: { channel: RobotChannel; name: string; kinds: readonly NotifyKind[] },
): Promise<string> {
  const { rows } = await sql<{ notify_id: string }>`
    insert into receiver (tenant_id, channel, name, kinds, created_at)
    values (${ctx.tenant.id}, ${channel}, ${name}, ${kinds}::text[], ${ctx.now})
    returning notify_id`.execute(ctx.tx)
  return rows[0]?.notify_id ?? ''
}

export async function setAddress(ctx: ReceiverCtx, id: string, address: Buffer): Promise<void> {
  await ctx.tx
    .updateTable('receiver')
    .set({ address })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('notify_id', '=', id)
    .execute()
}
