import { type Expression, sql, type SqlBool } from 'kysely'

import type { Ctx } from './ctx.ts'

/**
 * The one place where a user's scope becomes a condition: in SQL, and in memory for events. Columns are those of the
 * caller's query; for a user who sees everything each condition is `true`.
 */
type Scoped = Pick<Ctx, 'scope'>

/** `column` holds the number of a store. */
export const inStoreScope = ({ scope }: Scoped, column: string): Expression<SqlBool> =>
  scope.all ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${scope.stores}::bigint[])`

/** `column` holds the number of an area. An area is in scope with all stores that are or will be in it. */
export const inAreaScope = ({ scope }: Scoped, column: string): Expression<SqlBool> =>
  scope.all ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = any(${scope.areas}::bigint[])`

/**
 * `column`, with the name of its table, holds the number of an area that the user sees: an area in scope, or one of a store or of a machine's store
 * in scope. Seeing an area does not let the user put stores into it.
 */
export const seesArea = (
  { scope, tenant }: Pick<Ctx, 'scope' | 'tenant'>,
  column: `${string}.${string}`,
): Expression<SqlBool> =>
  scope.all
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(column)} = any(${scope.areas}::bigint[]) or exists (
        select 1 from store seen
         where seen.tenant_id = ${tenant.id} and seen.area_id = ${sql.ref(column)} and seen.deleted_at is null
           and (seen.store_id = any(${scope.stores}::bigint[]) or exists (
             select 1 from device d
              where d.tenant_id = ${tenant.id} and d.store_id = seen.store_id and d.unbound_at is null
                and d.device_id = any(${scope.devices}::bigint[])))))`

/** `column` holds the account that added the row; some users see only the goods or bank cards they added. */
export const isOwn = (
  { ownOnly, user }: Pick<Ctx, 'ownOnly' | 'user'>,
  what: keyof Ctx['ownOnly'],
  column: string,
): Expression<SqlBool> => (ownOnly[what] ? sql<SqlBool>`${sql.ref(column)} = ${user.id}` : sql<SqlBool>`true`)

/** A device is in scope by itself or through its store. */
export const inDeviceScope = (
  { scope }: Scoped,
  columns: { device: string; store: string },
): Expression<SqlBool> =>
  scope.all
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.ref(columns.device)} = any(${scope.devices}::bigint[])
        or ${sql.ref(columns.store)} = any(${scope.stores}::bigint[]))`

/** The same for a device that is already at hand, such as that of an event. */
export const isInDeviceScope = (
  { scope }: Scoped,
  { device, store }: { device?: string; store?: string },
): boolean =>
  scope.all ||
  (device !== undefined && scope.devices.includes(device)) ||
  (store !== undefined && scope.stores.includes(store))
