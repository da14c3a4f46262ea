/**
 * Which bills a list, its totals or its export are about: the filter of a call, with names resolved to numbers, and the
 * caller's scope.
 *
 * The sums of bills know the place, the machine, the payment and the day of a bill. A selection by these alone is counted
 * and added up by sums; any other one has to read bills.
 */
import { addDays, type BuyBillFilter, countryFacts, noPlace, startOfDay } from '@slotwise/contract'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { rangeOf } from '../../kernel/orderno.ts'
import { deviceIdsOf } from '../devices/index.ts'
import { storesOfArea } from '../regions/index.ts'
import { noStore, type Selection } from './selected-queries.ts'

type Filter = z.output<typeof BuyBillFilter>

export async function selectionOf(ctx: Ctx, filter: Filter): Promise<Selection> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const { from, to, orderno } = filter
  const numbers = orderno === undefined ? undefined : rangeOf(orderno)
  const since = from === undefined ? undefined : startOfDay(from, utcOffsetMinutes)
  const before = to === undefined ? undefined : startOfDay(addDays(to, 1), utcOffsetMinutes)
  return {
    from,
    to,
    since: latest(since, numbers?.since),
    before: earliest(before, numbers?.before),
    numbers,
    stores: await storesOf(ctx, filter),
    devices: await devicesOf(ctx, filter),
    client: filter.client,
    scope: ctx.scope,
    statuses: filter.status?.length ? [...new Set(filter.status)] : undefined,
    goods: filter.goods_id,
    min: filter.min,
    max: filter.max,
  }
}

const latest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b))
const earliest = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b))

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
