import {
  capabilities,
  type ParsedInputOf,
  type RefillArea,
  type refillCalls,
  type RefillDevice,
  type RefillFilter,
  type RefillGoods,
  type RefillList,
  type RefillSlotChoice,
  type RefillStore,
} from '@slotwise/contract'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { deviceCountsOf, devicesByIds, type PlacedDevice, placedDevices } from '../devices/index.ts'
import { goodsNamed } from '../goods/index.ts'
import { isInitializing } from '../presence/index.ts'
import { knowsStores } from '../regions/index.ts'
import { countUnsizedIn, missingByDevice, missingFigures, missingSlots } from '../slots/index.ts'
import * as queries from './list-queries.ts'
import { byRoute, reordered } from './route-model.ts'

type Input<Name extends keyof typeof refillCalls> = ParsedInputOf<(typeof refillCalls)[Name]>
type Filter = z.output<typeof RefillFilter>

/** A machine of the list with what is missing in it. */
export type Stop = PlacedDevice & { pieces: number; slots: number }

export type Plan = {
  choice: RefillSlotChoice
  /** In the order of the route. */
  stops: Stop[]
  goods: RefillGoods[]
  unsized: { slots: number; devices: number }
}

const countsPieces = ({ type }: PlacedDevice): boolean => capabilities[type].moves !== 'pulses'

/** The machines of the filter that hold pieces. */
export const refillable = async (ctx: Ctx, { slots: _choice, ...filter }: Filter): Promise<PlacedDevice[]> =>
  (await placedDevices(ctx, filter)).filter(countsPieces)

/** What is missing in the machines of the filter. The number of statements does not grow with the machines. */
export async function planOf(ctx: Ctx, filter: Filter): Promise<Plan> {
  const { slots: choice = 'all' } = filter
  const devices = await refillable(ctx, filter)
  const ids = devices.map((device) => device.device_id)
  const figures = await missingFigures(ctx, ids, choice)
  const names = await goodsNamed(ctx, [...figures.goods.keys()])
  const goods = [...figures.goods].flatMap(([id, sums]) => {
    const named = names.get(id)
    return named ? [{ goods: named, ...sums }] : []
  })
  const compare = new Intl.Collator(ctx.locale, { numeric: true }).compare
  const stops = withFigures(devices, figures.devices).toSorted(
    byRoute<Stop>(
      await queries.routeOf(ctx),
      (stop) => stop.store_id,
      (a, b) =>
        compare(a.store_name ?? '', b.store_name ?? '') ||
        Number(a.store_id ?? 0) - Number(b.store_id ?? 0) ||
        compare(a.title, b.title) ||
        compare(a.sn, b.sn),
    ),
  )
  return {
    choice,
    stops,
    goods: goods.toSorted((a, b) => b.pieces - a.pieces || compare(a.goods.title, b.goods.title)),
    // A low slot has a size.
    unsized: choice === 'low' ? { slots: 0, devices: 0 } : await countUnsizedIn(ctx, ids),
  }
}

const withFigures = (
  devices: readonly PlacedDevice[],
  figures: ReadonlyMap<string, { pieces: number; slots: number }>,
): Stop[] =>
  devices.flatMap((device) => {
    const sums = figures.get(device.device_id)
    return sums ? [{ ...device, ...sums }] : []
  })

export async function getRefillList(
  ctx: Ctx,
  { condition, pageNum, pageSize }: Input<'getRefillList'>,
): Promise<RefillList> {
  const plan = await planOf(ctx, condition)
  const { stops, goods, unsized } = plan
  const { pieces, slots } = sumOf(stops)
  const first = (pageNum - 1) * pageSize
  return {
    data: await onPage(ctx, plan, stops.slice(first, first + pageSize)),
    count: stops.length,
    pieces,
    slots,
    goods,
    stores: storesIn(stops),
    areas: await areasBeside(ctx, condition, plan),
    unsized,
    undos: await queries.lastRefills(ctx),
  }
}

/** The machines of a page with their slots. */
async function onPage(ctx: Ctx, { choice }: Plan, stops: readonly Stop[]): Promise<RefillDevice[]> {
  const ids = stops.map((stop) => stop.device_id)
  const states = new Map((await devicesByIds(ctx, ids)).map((row) => [row.device_id, row]))
  const slots = Map.groupBy(await missingSlots(ctx, ids, choice), ({ device_id: id }) => id)
  return stops.flatMap((stop) => {
    const state = states.get(stop.device_id)
    const missing = slots.get(stop.device_id) ?? []
    // A machine that was unbound between the statements.
    if (!state) return []
    return {
      sn: stop.sn,
      title: stop.title,
      store: stop.store_id,
      online: state.online,
      busy: isInitializing(state, ctx.now),
      pieces: missing.reduce((sum, { max, quantity }) => sum + max - quantity, 0),
      slots: missing.map(({ device_id: _, ...slot }) => slot),
    }
  })
}

const sumOf = (stops: readonly Stop[]) => ({
  pieces: stops.reduce((sum, stop) => sum + stop.pieces, 0),
  slots: stops.reduce((sum, stop) => sum + stop.slots, 0),
  devices: stops.length,
})

/** The stores in the order in which their machines stand in the list. */
const storesIn = (stops: readonly Stop[]): RefillStore[] =>
  [...Map.groupBy(stops, (stop) => stop.store_id)].map(([store, these]) => ({
    store,
    store_name: these[0]?.store_name ?? null,
    area_name: these[0]?.area_name ?? null,
    ...sumOf(these),
  }))

/** The areas that the filter could be narrowed to: those it finds without its own place. */
async function areasBeside(ctx: Ctx, filter: Filter, { choice, stops }: Plan): Promise<RefillArea[]> {
  const { area, store, in_store: inStore, ...rest } = filter
  const isPlaced = [area, store, inStore].some((place) => place !== undefined)
  return areasIn(isPlaced ? await stopsOf(ctx, rest, choice) : stops)
}

async function stopsOf(ctx: Ctx, filter: Filter, choice: RefillSlotChoice): Promise<Stop[]> {
  const devices = await refillable(ctx, filter)
  const ids = devices.map((device) => device.device_id)
  return withFigures(devices, await missingByDevice(ctx, ids, choice))
}

const areasIn = (stops: readonly Stop[]): RefillArea[] =>
  [...Map.groupBy(stops, (stop) => stop.area_id)]
    .flatMap(([area, these]) =>
      area === null ? [] : [{ area, area_name: these[0]?.area_name ?? '', ...sumOf(these) }],
    )
    .toSorted((a, b) => b.pieces - a.pieces)

/** Stores are seen by themselves, and by everyone who sees a machine in them. */
export async function setRefillRoute(
  ctx: Ctx,
  { stores }: Input<'setRefillRoute'>,
): Promise<Record<string, never>> {
  const withMachines = await deviceCountsOf(ctx, stores)
  const others = stores.filter((store) => !withMachines.has(store))
  if (others.length > 0 && !(await knowsStores(ctx, others))) throw new AppError('notFound')
  await queries.storeRoute(ctx, reordered(await queries.lockRoute(ctx), stores))
  return {}
}
