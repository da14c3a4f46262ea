import {
  detailOfIds,
  idsOfDetail,
  type List,
  type OwnScope,
  type Page,
  type RoleFilter,
  type RoleInput,
} from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortedBy } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { contains, isOneOf } from '../../kernel/search.ts'
import { isWithinScope } from './scope-queries.ts'

type Filter = z.output<typeof RoleFilter>
type Draft = z.output<typeof RoleInput>

/** A stored role; the service decides whether the caller may edit it. */
export type RoleRow = {
  roleid: string
  name: string
  note: string
  perm_detail: string
  goods_scope: OwnScope
  bank_scope: OwnScope
  rev: number
  user_count: number
  /** True when an account with this role sees more than the caller does. */
  reaches_beyond: boolean
}

const pieceSize = 500

const listed = (ctx: Ctx, filter: Filter) =>
  ctx.tx
    .selectFrom('role')
    .where('role.tenant_id', '=', ctx.tenant.id)
    .where('role.deleted_at', 'is', null)
    .where(isOneOf(filter.ids, 'role.role_id'))
    .where(contains(filter.q, ['role.name', 'role.note']))

const users = (ctx: Ctx) => sql`
  from account a where a.tenant_id = ${ctx.tenant.id} and a.role_id = role.role_id and a.deleted_at is null`

const asRole = <O>(ctx: Ctx, query: SelectQueryBuilder<Database, 'role', O>) =>
  query.select([
    'role.role_id as roleid',
    'role.name',
    'role.note',
    'role.permission_ids',
    sql<OwnScope>`role.goods_scope`.as('goods_scope'),
    sql<OwnScope>`role.bank_scope`.as('bank_scope'),
    'role.rev',
    sql<number>`(select count(*)::int ${users(ctx)} and not a.is_key and ${isWithinScope(ctx, 'a')})`.as(
      'user_count',
    ),
    sql<boolean>`exists (select 1 ${users(ctx)} and not (${isWithinScope(ctx, 'a')}))`.as('reaches_beyond'),
  ])

const toRow = ({
  permission_ids: ids,
  ...row
}: Omit<RoleRow, 'perm_detail'> & { permission_ids: number[] }): RoleRow => ({
  ...row,
  perm_detail: detailOfIds(ids),
})

export async function listRoles(ctx: Ctx, page: Page, filter: Filter): Promise<List<RoleRow>> {
  const rows = await asRole(ctx, listed(ctx, filter))
    .$call(sortedBy(filter.order, { name: sql`role.name`, users: sql`user_count` }))
    .orderBy('role.role_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data: rows.map(toRow), count: await countRoles(ctx, filter) }
}

export const countRoles = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All roles of a filter in pieces, for exports. */
export const eachRole = (ctx: Ctx, filter: Filter): AsyncGenerator<RoleRow[]> =>
  inPieces(
    ({ roleid }) => roleid,
    async (before) => {
      const query = asRole(ctx, listed(ctx, filter)).orderBy('role.role_id', 'desc').limit(pieceSize)
      return (await (before ? query.where('role.role_id', '<', before) : query).execute()).map(toRow)
    },
  )

export async function findRole(ctx: Ctx, id: string): Promise<RoleRow | undefined> {
  const row = await asRole(ctx, listed(ctx, {})).where('role.role_id', '=', id).executeTakeFirst()
  return row && toRow(row)
}

/**
 * Locks the role: `share` to assign it to an account, `update` to change its rights. So a role cannot be changed or
 * deleted while it is being assigned.
 */
export async function lockRole(ctx: Ctx, id: string, strength: 'share' | 'update'): Promise<boolean> {
  const query = listed(ctx, {}).select('role.role_id').where('role.role_id', '=', id)
  return (
    (await (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()) !== undefined
  )
}

const columns = ({ perm_detail: detail, ...rest }: Draft) => ({
  ...rest,
  permission_ids: idsOfDetail(detail),
})

export async function insertRole(ctx: Ctx, draft: Draft): Promise<string> {
  const row = await ctx.tx
    .insertInto('role')
    .values({ ...columns(draft), tenant_id: ctx.tenant.id, created_at: ctx.now })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  return row.role_id
}

/** Returns false when the row is gone or was changed since `rev`. */
export const updateRole = (ctx: Ctx, id: string, rev: number | undefined, draft: Draft): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('role')
      .set((eb) => ({ ...columns(draft), rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('role_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Returns false when there was nothing to delete or to restore. */
export const setRoleDeleted = (ctx: Ctx, id: string, deleted: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('role')
      .set({ deleted_at: deleted ? ctx.now : null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('role_id', '=', id)
      .where('deleted_at', deleted ? 'is' : 'is not', null),
  )

/** The accounts with the role. */
export const usersOfRole = (ctx: Ctx, id: string): Promise<{ account_id: string; nickname: string }[]> =>
  ctx.tx
    .selectFrom('account')
    .select(['account_id', 'nickname'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('role_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('account_id')
    .execute()
