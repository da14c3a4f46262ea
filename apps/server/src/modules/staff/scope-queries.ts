import { mayAccess } from '@slotwise/contract'
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'

import { type Ctx, grantsIn } from '../../kernel/ctx.ts'
import type { Uses } from '../../kernel/hooks.ts'

/** Sub-accounts `a` with a row of `chosen`: their number, and the names of the first few that the caller may see. */
async function staffLimitedBy(ctx: Ctx, chosen: RawBuilder<unknown>): Promise<Uses> {
  const isKnown = sql<boolean>`${mayAccess('user.subUser', grantsIn(ctx))}::boolean and ${isWithinScope(ctx, 'a')}`
  const { rows } = await sql<{ nickname: string; known: boolean; count: number }>`
    select a.nickname, ${isKnown} as known, (count(*) over ())::int as count
      from account a
     where a.tenant_id = ${ctx.tenant.id} and a.deleted_at is null and a.account_id <> ${ctx.user.id}
       and exists (${chosen})
     order by known desc, a.account_id limit 3`.execute(ctx.tx)
  return {
    count: rows[0]?.count ?? 0,
    names: rows.filter(({ known }) => known).map(({ nickname }) => nickname),
  }
}

export const staffOf = (ctx: Ctx, storeId: string): Promise<Uses> =>
  staffLimitedBy(
    ctx,
    sql`select 1 from account_store c
         where c.tenant_id = ${ctx.tenant.id} and c.account_id = a.account_id and c.store_id = ${storeId}`,
  )

export const staffOfArea = (ctx: Ctx, areaId: string): Promise<Uses> =>
  staffLimitedBy(
    ctx,
    sql`select 1 from account_area c
         where c.tenant_id = ${ctx.tenant.id} and c.account_id = a.account_id and c.area_id = ${areaId}`,
  )

/**
 * Adds a store to the scope of a limited user who has just added it. A store in one of the user's areas is there already;
 * added by itself, it would stay when it leaves the area.
 */
export async function addToOwnScope(ctx: Ctx, storeId: string, areaId: string | null): Promise<void> {
  if (ctx.scope.all || (areaId !== null && ctx.scope.areas.includes(areaId))) return
  await ctx.tx
    .insertInto('account_store')
    .values({ tenant_id: ctx.tenant.id, account_id: ctx.user.id, store_id: storeId })
    .execute()
}

/** Adds a machine to the scope of a limited user who has just bound it, unless it is there through an area. */
export async function addDeviceToOwnScope(ctx: Ctx, deviceId: string, areaId: string | null): Promise<void> {
  if (ctx.scope.all || (areaId !== null && ctx.scope.areas.includes(areaId))) return
  await ctx.tx
    .insertInto('account_device')
    .values({ tenant_id: ctx.tenant.id, account_id: ctx.user.id, device_id: deviceId })
    .execute()
}

/** Users who are limited to a machine see the one that takes its place. */
export async function passScopes(ctx: Ctx, from: string, to: string): Promise<void> {
  await sql`
    insert into account_device (tenant_id, account_id, device_id)
    select ${ctx.tenant.id}::bigint, account_id, ${to}::bigint
      from account_device where tenant_id = ${ctx.tenant.id} and device_id = ${from}
    on conflict do nothing`.execute(ctx.tx)
}

/**
 * True where an account (by its alias in the query) sees nothing that the caller does not see. A limited caller
 * manages only such accounts.
 */
export const isWithinScope = ({ scope, tenant }: Ctx, account: string): Expression<SqlBool> =>
  scope.all
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(not ${sql.ref(`${account}.all_device`)}
        and not exists (
          select 1 from account_area z
           where z.tenant_id = ${tenant.id} and z.account_id = ${sql.ref(`${account}.account_id`)}
             and z.area_id <> all(${scope.areas}::bigint[]))
        and not exists (
          select 1 from account_store x
           where x.tenant_id = ${tenant.id} and x.account_id = ${sql.ref(`${account}.account_id`)}
             and x.store_id <> all(${scope.stores}::bigint[]))
        and not exists (
          select 1 from account_device y
            join device d on d.tenant_id = ${tenant.id} and d.device_id = y.device_id
           where y.tenant_id = ${tenant.id} and y.account_id = ${sql.ref(`${account}.account_id`)}
             and y.device_id <> all(${scope.devices}::bigint[])
             and (d.store_id is null or d.store_id <> all(${scope.stores}::bigint[]))))`

/** True where an account within the caller's scope does not see all of that scope. */
export const seesLess = ({ scope, tenant }: Ctx, account: string): Expression<SqlBool> =>
  scope.all
    ? sql<SqlBool>`not ${sql.ref(`${account}.all_device`)}`
    : sql<SqlBool>`(exists (
          select 1 from unnest(${scope.areas}::bigint[]) own where not exists (
            select 1 from account_area z where z.tenant_id = ${tenant.id} and z.area_id = own
               and z.account_id = ${sql.ref(`${account}.account_id`)}))
        or exists (
          select 1 from unnest(${scope.stores}::bigint[]) own where not exists (
            select 1 from account_store x where x.tenant_id = ${tenant.id} and x.store_id = own
               and x.account_id = ${sql.ref(`${account}.account_id`)})
            and not exists (
            select 1 from account_area z join store s on s.tenant_id = ${tenant.id} and s.area_id = z.area_id
             where z.tenant_id = ${tenant.id} and s.store_id = own
               and z.account_id = ${sql.ref(`${account}.account_id`)}))
        or exists (
          select 1 from unnest(${scope.devices}::bigint[]) own where not exists (
            select 1 from account_device y where y.tenant_id = ${tenant.id} and y.device_id = own
               and y.account_id = ${sql.ref(`${account}.account_id`)})))`

/** What an account is limited to, as it was chosen. */
export type ChosenScope = { areas: string[]; stores: string[]; devices: string[] }

/** The areas, stores and devices that accounts are limited to; empty for accounts that see everything. */
export async function scopesOf(ctx: Ctx, accountIds: readonly string[]): Promise<Map<string, ChosenScope>> {
  const scopes = new Map(
    accountIds.map((id): [string, ChosenScope] => [id, { areas: [], stores: [], devices: [] }]),
  )
  const ofThese = sql`tenant_id = ${ctx.tenant.id} and account_id = any(${accountIds}::bigint[])`
  const { rows } = await sql<{ account_id: string; kind: keyof ChosenScope; id: string }>`
    select account_id, 'areas' as kind, area_id as id from account_area where ${ofThese}
     union all
    select account_id, 'stores', store_id from account_store where ${ofThese}
     union all
    select account_id, 'devices', device_id from account_device where ${ofThese}
     order by id`.execute(ctx.tx)
  for (const { account_id, kind, id } of rows) scopes.get(account_id)?.[kind].push(id)
  return scopes
}

/** Replaces the areas, stores and devices that an account is limited to. */
export async function setScope(
  ctx: Ctx,
  accountId: string,
  { areas, stores, devices }: Record<keyof ChosenScope, Iterable<string>>,
): Promise<void> {
  const key = { tenant_id: ctx.tenant.id, account_id: accountId }
  await ctx.tx
    .deleteFrom('account_area')
    .where((eb) => eb.and(key))
    .execute()
  await ctx.tx
    .deleteFrom('account_store')
    .where((eb) => eb.and(key))
    .execute()
  await ctx.tx
    .deleteFrom('account_device')
    .where((eb) => eb.and(key))
    .execute()
  await sql`
    insert into account_area (tenant_id, account_id, area_id)
    select ${ctx.tenant.id}::bigint, ${accountId}::bigint, id from unnest(${[...areas]}::bigint[]) id
    returning area_id`.execute(ctx.tx)
  await sql`
    insert into account_store (tenant_id, account_id, store_id)
    select ${ctx.tenant.id}::bigint, ${accountId}::bigint, id from unnest(${[...stores]}::bigint[]) id
    returning store_id`.execute(ctx.tx)
  await sql`
    insert into account_device (tenant_id, account_id, device_id)
    select ${ctx.tenant.id}::bigint, ${accountId}::bigint, id from unnest(${[...devices]}::bigint[]) id
    returning device_id`.execute(ctx.tx)
}
