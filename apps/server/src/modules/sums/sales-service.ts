/** Which sales a list or a figure is about: the filter of a call, with names resolved to numbers, and the caller's scope. */
import { noPlace, type PayClient } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { noStore, type SalesOf } from '../../kernel/sold-by.ts'
import { deviceIdsOf } from '../devices/index.ts'
import { storesOfArea } from '../regions/index.ts'

type Filter = {
  from?: string | undefined
  to?: string | undefined
  area?: string | undefined
  store?: string | undefined
  sn?: string | undefined
  device?: string | undefined
  client?: PayClient | undefined
}

export const salesOf = async (ctx: Ctx, filter: Filter): Promise<SalesOf> => ({
  from: filter.from,
  to: filter.to,
  stores: await storesOf(ctx, filter),
  devices: await devicesOf(ctx, filter),
  client: filter.client,
  scope: ctx.scope,
})

const idOf = (store: string): string => (store === noPlace ? noStore : store)

async function storesOf(ctx: Ctx, { store, area }: Filter): Promise<readonly string[] | undefined> {
  if (area === undefined) return store === undefined ? undefined : [idOf(store)]
  const stores =
    area === noPlace ? [noStore, ...(await storesOfArea(ctx, null))] : await storesOfArea(ctx, area)
  return store === undefined ? stores : stores.filter((one) => one === idOf(store))
}

async function devicesOf(ctx: Ctx, { sn, device }: Filter): Promise<readonly string[] | undefined> {
  if (sn === undefined) return device === undefined ? undefined : [device]
  const bindings = await deviceIdsOf(ctx, sn)
  return device === undefined ? bindings : bindings.filter((one) => one === device)
}
