import type { EventKind, List, Page } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { changesOne } from '../../kernel/rows.ts'

export type WebhookRow = {
  webhook_id: string
  name: string
  url: string
  kinds: EventKind[]
  enabled: boolean
  given_up_at: Date | null
  failing_since: Date | null
  next_at: Date | null
  last_sent_at: Date | null
  waiting: number
  created_at: Date
}

const listed = (ctx: Ctx) =>
  ctx.tx.selectFrom('webhook as w').where('w.tenant_id', '=', ctx.tenant.id).where('w.deleted_at', 'is', null)

/** Counting the waiting events of an address ends here. */
const waitingMost = 10_000

const rows = (ctx: Ctx) =>
  listed(ctx).select([
    'w.webhook_id',
    'w.name',
    'w.url',
    sql<EventKind[]>`w.kinds`.as('kinds'),
    'w.enabled',
    'w.given_up_at',
    'w.failing_since',
    'w.next_at',
    'w.last_sent_at',
    'w.created_at',
    sql<number>`(select count(*)::int from (
      select from webhook_delivery d
       where d.tenant_id = ${ctx.tenant.id} and d.webhook_id = w.webhook_id and d.state = 'waiting'
       limit ${waitingMost}) counted)`.as('waiting'),
  ])

export async function listWebhooks(ctx: Ctx, page: Page): Promise<List<WebhookRow>> {
  const data = await rows(ctx).orderBy('w.webhook_id').$call(atPage(page)).execute()
  return { data, count: await countWebhooks(ctx) }
}

export const countWebhooks = (ctx: Ctx): Promise<number> => countOf(listed(ctx))

export const findWebhook = (ctx: Ctx, id: string): Promise<WebhookRow | undefined> =>
  rows(ctx).where('w.webhook_id', '=', id).executeTakeFirst()

export async function insertWebhook(
  ctx: Ctx,
  { name, url, kinds }: { name: string; url: string; kinds: readonly EventKind[] },
): Promise<string> {
  const row = await ctx.tx
    .insertInto('webhook')
    .values({ tenant_id: ctx.tenant.id, name, url, kinds: [...kinds], created_at: ctx.now })
    .returning('webhook_id')
    .executeTakeFirstOrThrow()
  return row.webhook_id
}

type Change = {
  name?: string
  kinds?: EventKind[]
  enabled?: boolean
  secret?: Buffer | null
  deleted_at?: Date
  busy_until?: Date | null
  next_at?: Date | null
  tries?: number
  failing_since?: Date | null
  given_up_at?: Date | null
  last_sent_at?: Date
}

/** Returns false when it is unknown or deleted. */
export const changeWebhook = ({ tx, tenantId }: TenantRef, id: string, change: Change): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('webhook')
      .set(change)
      .where('tenant_id', '=', tenantId)
      .where('webhook_id', '=', id)
      .where('deleted_at', 'is', null),
  )

export const enabledWebhooks = async ({
  tx,
  tenantId,
}: TenantRef): Promise<{ webhook_id: string; kinds: string[] }[]> =>
  tx
    .selectFrom('webhook')
    .select(['webhook_id', 'kinds'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .orderBy('webhook_id')
    .execute()

/** The names of addresses that were turned off because nothing could be delivered. */
export async function givenUp(ctx: Ctx): Promise<string[]> {
  const found = await ctx.tx
    .selectFrom('webhook')
    .select('name')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where('given_up_at', 'is not', null)
    .orderBy('webhook_id')
    .execute()
  return found.map(({ name }) => name)
}
