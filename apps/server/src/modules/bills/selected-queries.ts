/** Which bills a list, its totals or its export are about, as conditions of statements. */
import type { BillStatus, PayClient } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import type { Scope } from '../../kernel/ctx.ts'
import { inDeviceScope, inStoreScope } from '../../kernel/scope.ts'

/** What sums have instead of a store for machines in none. Bills have null. */
export const noStore = '0'

/** Where bills were sold and how they were paid: what the sums are by, besides time. */
export type SoldBy = {
  stores: readonly string[] | undefined
  devices: readonly string[] | undefined
  client: PayClient | undefined
  scope: Scope
}

/** What only bills know. */
type Contents = {
  statuses: readonly BillStatus[] | undefined
  goods: string | undefined
  min: number | undefined
  max: number | undefined
  /** The first and the last number that begin with what is looked for. */
  numbers: { first: string; last: string } | undefined
}

export type Selection = SoldBy &
  Contents & {
    /** The merchant's days, both included. */
    from: string | undefined
    to: string | undefined
    /** The same as moments: the first one, and the one after the last. */
    since: Date | undefined
    before: Date | undefined
  }

/** Whether the sums of bills answer for a selection. */
export const fitsSums = ({ statuses, goods, min, max, numbers }: Selection): boolean =>
  [statuses, goods, min, max, numbers].every((one) => one === undefined)

/** The places of a selection, as a condition on a table of sums by goods: `t`. */
export const placesOfGoods = (selection: SoldBy): RawBuilder<unknown> => {
  const { stores, devices } = selection
  return sql`${stores ? sql`and t.store_id = any(${stores}::bigint[])` : sql``}
    ${devices ? sql`and t.device_id = any(${devices}::bigint[])` : sql``}
    ${selection.scope.all ? sql`` : sql`and ${inDeviceScope(selection, { device: 't.device_id', store: 't.store_id' })}`}`
}

const paidBy = ({ client }: SoldBy): RawBuilder<unknown> =>
  client === undefined ? sql`` : sql`and t.client = ${client}`

/** The places of a selection, as a condition on a table of sums by machine: `t`. */
export const placesOfSums = (selection: SoldBy): RawBuilder<unknown> =>
  sql`${placesOfGoods(selection)} ${paidBy(selection)}`

/** Whether places name machines, which the sums by store do not know. */
export const namesDevices = ({ devices, scope }: SoldBy): boolean =>
  devices !== undefined || (!scope.all && scope.devices.length > 0)

/** Places that name no machine, as a condition on a table of sums by store: `t`. */
export const placesOfStores = (selection: SoldBy): RawBuilder<unknown> => {
  const { stores, scope } = selection
  return sql`${stores ? sql`and t.store_id = any(${stores}::bigint[])` : sql``}
    ${scope.all ? sql`` : sql`and ${inStoreScope(selection, 't.store_id')}`} ${paidBy(selection)}`
}

/**
 * The sums by day that answer for places, and the condition on them: `t`. Those by store have a row for all machines of a
 * store, so that finding a day takes as long whether few or all machines sold on it.
 */
export const dailySumsOf = (places: SoldBy): { table: RawBuilder<unknown>; condition: RawBuilder<unknown> } =>
  namesDevices(places)
    ? { table: sql`sales_device_day`, condition: placesOfSums(places) }
    : { table: sql`sales_store_day`, condition: placesOfStores(places) }

/** The same by hour; those by machine are kept for some days (`deviceHourDays`). */
export const hourlySumsOf = (
  places: SoldBy,
): { table: RawBuilder<unknown>; condition: RawBuilder<unknown> } =>
  namesDevices(places)
    ? { table: sql`sales_device_hour`, condition: placesOfSums(places) }
    : { table: sql`sales_store_hour`, condition: placesOfStores(places) }

/**
 * The contents of a selection, and its payment, as a condition on bills: `b`. It says itself that status 0 is left out,
 * because the index of the others leaves it out.
 */
export const contentsOfBills = (selection: Selection): RawBuilder<unknown> => {
  const { client, statuses, min, max, numbers } = selection
  return sql`${client === undefined ? sql`` : sql`and b.client = ${client}`}
    ${statuses ? sql`and b.status = any(${statuses}::smallint[])` : sql``}
    ${statuses && !statuses.includes(0) ? sql`and b.status <> 0` : sql``}
    ${min === undefined ? sql`` : sql`and b.total_price >= ${min}`}
    ${max === undefined ? sql`` : sql`and b.total_price <= ${max}`}
    ${numbers ? sql`and b.orderno >= ${numbers.first} and b.orderno <= ${numbers.last}` : sql``}`
}

/** The places of a selection, as a condition on bills. */
export const placesOfBills = (selection: Selection): RawBuilder<unknown> => {
  const { stores, devices, scope } = selection
  return sql`${stores ? soldIn(stores) : sql``}
    ${devices ? sql`and b.device_id = any(${devices}::bigint[])` : sql``}
    ${scope.all ? sql`` : sql`and ${inDeviceScope(selection, { device: 'b.device_id', store: 'b.store_id' })}`}`
}

/** An index of stores finds those of bills without one by themselves only. */
function soldIn(stores: readonly string[]): RawBuilder<unknown> {
  const named = stores.filter((store) => store !== noStore)
  if (named.length === stores.length) return sql`and b.store_id = any(${named}::bigint[])`
  return named.length === 0
    ? sql`and b.store_id is null`
    : sql`and (b.store_id is null or b.store_id = any(${named}::bigint[]))`
}

/** A single machine or store is followed by its own index. */
export type Along = { column: 'device_id' | 'store_id'; id: string } | undefined

/** One machine, or one store that no scope divides. */
export function alongOf({ devices, stores, scope }: Selection): Along {
  const [device, ...otherDevices] = devices ?? []
  if (device !== undefined && otherDevices.length === 0) return { column: 'device_id', id: device }
  const [store, ...otherStores] = stores ?? []
  if (store !== undefined && store !== noStore && otherStores.length === 0)
    return { column: 'store_id', id: store }
  if (scope.all) return undefined
  const [own, ...more] = scope.stores
  return own !== undefined && more.length === 0 && scope.devices.length === 0
    ? { column: 'store_id', id: own }
    : undefined
}

/** The condition on bills by which PostgreSQL chooses that index. */
export const followed = (along: Along): RawBuilder<unknown> =>
  along ? sql`and ${sql.ref(`b.${along.column}`)} = ${along.id}` : sql``
