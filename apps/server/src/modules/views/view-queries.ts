import { type SaveView, ViewFilter, type ViewList } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { countDeleted } from '../../kernel/rows.ts'
import { isOneOf } from '../../kernel/search.ts'

export type ViewRow = {
  view_id: string
  account_id: string
  list: string
  name: string
  filter: z.output<typeof ViewFilter>
  shared: boolean
}

/** The caller's own views, and those that others share. */
const seen = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('list_view')
    .select(['view_id', 'account_id', 'list', 'name', 'filter', 'shared'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where((eb) => eb.or([eb('account_id', '=', ctx.user.id), eb('shared', '=', true)]))

type Stored = Omit<ViewRow, 'filter'> & { filter: unknown }

/** A filter that cannot be read any more is empty. */
const toRow = ({ filter, ...row }: Stored): ViewRow => ({
  ...row,
  filter: ViewFilter.safeParse(filter).data ?? {},
})

export async function viewsOf(ctx: Ctx, list: ViewList): Promise<ViewRow[]> {
  const rows = await seen(ctx).where('list', '=', list).orderBy('name').orderBy('view_id').execute()
  return rows.map(toRow)
}

export async function findView(ctx: Ctx, id: string): Promise<ViewRow | undefined> {
  const row = await seen(ctx).where('view_id', '=', id).executeTakeFirst()
  return row && toRow(row)
}

/** The caller's own view of this name. */
export async function findOwn(ctx: Ctx, list: ViewList, name: string): Promise<ViewRow | undefined> {
  const row = await seen(ctx)
    .where('account_id', '=', ctx.user.id)
    .where('list', '=', list)
    .where('name', '=', name)
    .executeTakeFirst()
  return row && toRow(row)
}

/** How many views the caller has, in all lists. */
export async function countOwn(ctx: Ctx): Promise<number> {
  const { count } = await ctx.tx
    .selectFrom('list_view')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  return count
}

export async function storeView(ctx: Ctx, view: z.output<typeof SaveView>): Promise<string> {
  const values = { filter: JSON.stringify(view.filter), shared: view.shared }
  const { view_id: id } = await ctx.tx
    .insertInto('list_view')
    .values({
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      list: view.list,
      name: view.name,
      ...values,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'account_id', 'list', 'name']).doUpdateSet(values),
    )
    .returning('view_id')
    .executeTakeFirstOrThrow()
  return id
}

export const removeView = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await countDeleted(
    ctx.tx.deleteFrom('list_view').where('tenant_id', '=', ctx.tenant.id).where('view_id', '=', id),
  )) === 1

type NamedView = { view_id: string; list: string; name: string }

const namesOf = ({ tx, tenantId }: TenantRef) =>
  tx.selectFrom('list_view').select(['view_id', 'list', 'name']).where('tenant_id', '=', tenantId)

export const ownNames = (ref: TenantRef, account: string): Promise<NamedView[]> =>
  namesOf(ref).where('account_id', '=', account).execute()

/** What these accounts share, the oldest first. */
export const sharedBy = (ref: TenantRef, accounts: readonly string[]): Promise<NamedView[]> =>
  namesOf(ref).where(isOneOf(accounts, 'account_id')).where('shared', '=', true).orderBy('view_id').execute()

export async function handOver(
  { tx, tenantId }: TenantRef,
  { view, to, name }: { view: string; to: string; name: string },
): Promise<void> {
  await tx
    .updateTable('list_view')
    .set({ account_id: to, name })
    .where('tenant_id', '=', tenantId)
    .where('view_id', '=', view)
    .execute()
}

export const removeViewsOf = ({ tx, tenantId }: TenantRef, accounts: readonly string[]): Promise<number> =>
  countDeleted(
    tx.deleteFrom('list_view').where('tenant_id', '=', tenantId).where(isOneOf(accounts, 'account_id')),
  )
