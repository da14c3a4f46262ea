/** Which bills a list, its totals or its export are about, as conditions of statements. */
import type { BillStatus } from '@slotwise/contract'
import { type RawBuilder, sql } from 'kysely'

import { inDeviceScope } from '../../kernel/scope.ts'
import { noStore, type SalesOf } from '../../kernel/sold-by.ts'

/** What only bills know. */
type Contents = {
  statuses: readonly BillStatus[] | undefined
  goods: string | undefined
  min: number | undefined
  max: number | undefined
  /** The first and the last number that begin with what is looked for. */
  numbers: { first: string; last: string } | undefined
}

/** The days of the range as moments: the first one, and the one after the last. */
type Moments = { since: Date | undefined; before: Date | undefined }

export type Selection = SalesOf & Contents & Moments

/** All bills of some sales within some time. */
export const allBills = (sales: SalesOf, moments: Moments): Selection => ({
  ...sales,
  ...moments,
  statuses: undefined,
  goods: undefined,
  min: undefined,
  max: undefined,
  numbers: undefined,
})

/** Whether the sums of bills answer for a selection. */
export const fitsSums = ({ statuses, goods, min, max, numbers }: Selection): boolean =>
  [statuses, goods, min, max, numbers].every((one) => one === undefined)

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
