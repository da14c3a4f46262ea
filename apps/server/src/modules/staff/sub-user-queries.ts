import type { List, Page, SubUserFilter } from '@slotwise/contract'
import { detailOfIds, type OwnScope } from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortingOf } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { contains, distanceTo, isOneOf } from '../../kernel/search.ts'
import { isWithinScope, seesLess } from './scope-queries.ts'

type Filter = z.output<typeof SubUserFilter>

/** A stored sub-account, without the names of stores and machines, which belong to other modules. */
export type SubUserRow = {
  sub_userid: string
  sub_username: string
  nickname: string
  phone: string
  roleid: string
  role_name: string
  all_device: boolean
  rev: number
  hasOperPwd: boolean
  operLocked: boolean
  suspended: boolean
  /** Whether it has a password. */
  joined: boolean
  phone_verified: boolean
  invited_until: Date | null
  last_login_at: Date | null
  created_at: Date
  /** True where the caller sees more stores or machines. */
  sees_less: boolean
  /** The rights of its role, to decide whether the caller is above it. */
  role: { perm_detail: string; goods_scope: OwnScope; bank_scope: OwnScope }
}

const pieceSize = 200

/** Sub-accounts that the caller may see: those that see no more than the caller, and the caller. */
const known = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('account as a')
    .innerJoin('role as r', (join) =>
      join.on('r.tenant_id', '=', ctx.tenant.id).onRef('r.role_id', '=', 'a.role_id'),
    )
    .where('a.tenant_id', '=', ctx.tenant.id)
    .where('a.is_main', '=', false)
    .where('a.is_key', '=', false)
    .where((eb) => eb.or([eb('a.account_id', '=', ctx.user.id), isWithinScope(ctx, 'a')]))

function listed(ctx: Ctx, filter: Filter) {
  let query = known(ctx)
    .where('a.deleted_at', 'is', null)
    .where(isOneOf(filter.ids, 'a.account_id'))
    .where(contains(filter.q, ['a.nickname', 'a.username', 'a.phone']))
  if (filter.roleid !== undefined) query = query.where('a.role_id', '=', filter.roleid)
  if (filter.state !== undefined)
    query = query.where('a.suspended_at', filter.state === 'suspended' ? 'is not' : 'is', null)
  if (filter.state === 'active' || filter.state === 'waiting')
    query = query.where('a.password_hash', filter.state === 'active' ? '<>' : '=', '')
  if (filter.store !== undefined)
    query = query.where(
      sql<boolean>`(a.all_device or exists (
        select 1 from account_store x
         where x.tenant_id = ${ctx.tenant.id} and x.account_id = a.account_id and x.store_id = ${filter.store})
        or exists (
        select 1 from account_area z join store s on s.tenant_id = ${ctx.tenant.id} and s.area_id = z.area_id
         where z.tenant_id = ${ctx.tenant.id} and z.account_id = a.account_id and s.store_id = ${filter.store}))`,
    )
  return query
}

type Joined<O> = SelectQueryBuilder<Database & { a: Database['account']; r: Database['role'] }, 'a' | 'r', O>

const asRow = <O>(ctx: Ctx, query: Joined<O>) =>
  query.select([
    'a.account_id as sub_userid',
    'a.username as sub_username',
    'a.nickname',
    'a.phone',
    'r.role_id as roleid',
    'r.name as role_name',
    'a.all_device',
    'a.rev',
    sql<boolean>`a.operation_hash is not null`.as('hasOperPwd'),
    sql<boolean>`a.operation_locked_at is not null`.as('operLocked'),
    sql<boolean>`a.suspended_at is not null`.as('suspended'),
    sql<boolean>`a.password_hash <> ''`.as('joined'),
    sql<boolean>`a.phone_verified_at is not null`.as('phone_verified'),
    sql<Date | null>`(select i.expires_at from invitation i
      where i.tenant_id = ${ctx.tenant.id} and i.account_id = a.account_id)`.as('invited_until'),
    sql<Date | null>`(select max(s.created_at) from session s
      where s.tenant_id = ${ctx.tenant.id} and s.account_id = a.account_id)`.as('last_login_at'),
    'a.created_at',
    'r.permission_ids',
    sql<boolean>`${seesLess(ctx, 'a')}`.as('sees_less'),
    sql<OwnScope>`r.goods_scope`.as('goods_scope'),
    sql<OwnScope>`r.bank_scope`.as('bank_scope'),
  ])

type Selected = Omit<SubUserRow, 'role'> & {
  permission_ids: number[]
  goods_scope: OwnScope
  bank_scope: OwnScope
}
const toRow = ({ permission_ids: ids, goods_scope, bank_scope, ...row }: Selected): SubUserRow => ({
  ...row,
  role: { perm_detail: detailOfIds(ids), goods_scope, bank_scope },
})

export async function listSubUsers(ctx: Ctx, page: Page, filter: Filter): Promise<List<SubUserRow>> {
  let query = asRow(ctx, listed(ctx, filter))
  const [column, direction] = sortingOf(filter.order ?? '')
  if (column === 'name') query = query.orderBy('a.nickname', direction)
  if (column === 'role') query = query.orderBy('r.name', direction)
  const rows = await query.orderBy('a.account_id', 'desc').$call(atPage(page)).execute()
  return { data: rows.map(toRow), count: await countSubUsers(ctx, filter) }
}

export const countSubUsers = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All sub-accounts of a filter in pieces, for exports. */
export const eachSubUser = (ctx: Ctx, filter: Filter): AsyncGenerator<SubUserRow[]> =>
  inPieces(
    ({ sub_userid: id }) => id,
    async (before) => {
      const query = asRow(ctx, listed(ctx, filter)).orderBy('a.account_id', 'desc').limit(pieceSize)
      return (await (before ? query.where('a.account_id', '<', before) : query).execute()).map(toRow)
    },
  )

/** The sub-accounts that a text means most likely. */
export const searchSubUsers = (ctx: Ctx, typed: string, limit: number) =>
  listed(ctx, { q: typed })
    .select(['a.account_id', 'a.nickname', 'a.username', 'a.phone', 'r.name as role_name'])
    .orderBy(distanceTo(typed, ['a.nickname', 'a.username', 'a.phone']))
    .orderBy('a.nickname')
    .orderBy('a.account_id')
    .limit(limit)
    .execute()

/** Returns one sub-account and locks it against concurrent changes. */
export async function lockSubUser(
  ctx: Ctx,
  id: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<SubUserRow | undefined> {
  const row = await asRow(ctx, known(ctx))
    .where('a.account_id', '=', id)
    .where('a.deleted_at', deleted ? 'is not' : 'is', null)
    .forUpdate('a')
    .executeTakeFirst()
  return row && toRow(row)
}

export const findHashes = (ctx: Ctx, id: string) =>
  ctx.tx
    .selectFrom('account')
    .select(['password_hash', 'operation_hash'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('account_id', '=', id)
    .executeTakeFirstOrThrow()
