/** Where and how sales were made, as conditions on tables of sums. */
import { type RawBuilder, sql } from 'kysely'

import { inDeviceScope, inStoreScope } from '../../kernel/scope.ts'
import type { SoldBy } from '../../kernel/sold-by.ts'

/** Places, as a condition on a table of sums by goods: `t`. */
export const placesOfGoods = (sold: SoldBy): RawBuilder<unknown> => {
  const { stores, devices } = sold
  return sql`${stores ? sql`and t.store_id = any(${stores}::bigint[])` : sql``}
    ${devices ? sql`and t.device_id = any(${devices}::bigint[])` : sql``}
    ${sold.scope.all ? sql`` : sql`and ${inDeviceScope(sold, { device: 't.device_id', store: 't.store_id' })}`}`
}

const paidBy = ({ client }: SoldBy): RawBuilder<unknown> =>
  client === undefined ? sql`` : sql`and t.client = ${client}`

/** Places, as a condition on a table of sums by machine: `t`. */
export const placesOfSums = (sold: SoldBy): RawBuilder<unknown> => sql`${placesOfGoods(sold)} ${paidBy(sold)}`

/** Whether places name machines, which the sums by store do not know. */
export const namesDevices = ({ devices, scope }: SoldBy): boolean =>
  devices !== undefined || (!scope.all && scope.devices.length > 0)

/** Places that name no machine, as a condition on a table of sums by store: `t`. */
export const placesOfStores = (sold: SoldBy): RawBuilder<unknown> => {
  const { stores, scope } = sold
  return sql`${stores ? sql`and t.store_id = any(${stores}::bigint[])` : sql``}
    ${scope.all ? sql`` : sql`and ${inStoreScope(sold, 't.store_id')}`} ${paidBy(sold)}`
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
