/** The lists of statistics: what their rows stand for, and what they show of it. A number of 0 stands for none. */
import type { AreaSales, DeviceSales, StoreSales } from '@slotwise/contract'

import { refOf } from '../../kernel/ctx.ts'
import { deviceCountsOf, devicesNamed } from '../devices/index.ts'
import { areaNamesOf, storeCountsOf, storeNamesOf, storesNamed } from '../regions/index.ts'
import { devicePlacesOf, unknownDevice } from './device-names.ts'
import type { Kind } from './sales-service.ts'

const known = (id: string): string | null => (id === '0' ? null : id)

/** Sales belong to the store at the sale, and a store to the area that it is in now. */
export const areas: Kind<AreaSales> = {
  by: 'store_id',
  async groupsOf(ctx, stores) {
    const names = await storesNamed(refOf(ctx), stores)
    return new Map([...names].map(([store, { area_id: area }]) => [store, area ?? '0']))
  },
  namesOf: (ctx, ids) => areaNamesOf(refOf(ctx), ids),
  async rowsOf(ctx, groups) {
    const ids = groups.map(({ id }) => id)
    const names = await areaNamesOf(refOf(ctx), ids)
    const counts = await storeCountsOf(ctx, ids)
    return groups.map(({ id, ...sales }) => ({
      area: known(id),
      area_name: names.get(id) ?? null,
      storeCount: counts.get(id) ?? 0,
      ...sales,
    }))
  },
}

export const stores: Kind<StoreSales> = {
  by: 'store_id',
  namesOf: (ctx, ids) => storeNamesOf(refOf(ctx), ids),
  async rowsOf(ctx, groups) {
    const ids = groups.map(({ id }) => id)
    const names = await storesNamed(refOf(ctx), ids)
    const counts = await deviceCountsOf(ctx, ids)
    return groups.map(({ id, ...sales }) => ({
      store: known(id),
      store_name: names.get(id)?.store_name ?? null,
      store_address: names.get(id)?.store_address ?? null,
      area_name: names.get(id)?.area_name ?? null,
      devCount: counts.get(id) ?? 0,
      ...sales,
    }))
  },
}

export const devices: Kind<DeviceSales> = {
  by: 'device_id',
  async namesOf(ctx, ids) {
    const names = await devicesNamed(refOf(ctx), ids)
    return new Map([...names].map(([id, { title, sn }]) => [id, title || sn]))
  },
  async rowsOf(ctx, groups) {
    const places = await devicePlacesOf(
      ctx,
      groups.map(({ id }) => id),
    )
    return groups.map(({ id, ...sales }) => ({ device: id, ...(places.get(id) ?? unknownDevice), ...sales }))
  },
}
