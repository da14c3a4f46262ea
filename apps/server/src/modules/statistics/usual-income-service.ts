/**
 * What machines and slots earned in the usual period, within the scope of the caller. The overview and the alerts ask for
 * hundreds of sums each time, so a process keeps each of them for two minutes: late sales and refunds of earlier days are
 * shown after that time at the latest, by every process.
 */
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { after, minuteMs } from '../../kernel/moments.ts'
import { incomesOf, slotIncomesOf, type SlotRef } from '../sums/index.ts'
import { usualPeriod } from './usual.ts'

type CachedIncomes = {
  /** The last day of the period. */
  until: string
  expiresAt: Date
  machines: Map<string, number>
  slots: Map<string, number>
}

const cachedMs = 2 * minuteMs
const viewersMost = 200
const cachesOf = new WeakMap<Deps, Map<string, CachedIncomes>>()

/** Users of the same scope see the same sums. */
const viewerOf = ({ tenant, scope }: Ctx): string =>
  scope.all ? tenant.id : JSON.stringify([tenant.id, scope.stores, scope.devices])

/** The sums of the caller's merchant and scope. The oldest are dropped when there are too many. */
function cachedIncomesOf(ctx: Ctx): CachedIncomes {
  const viewers = cachesOf.get(ctx.deps) ?? new Map<string, CachedIncomes>()
  cachesOf.set(ctx.deps, viewers)
  const { to: until } = usualPeriod(ctx)
  const viewer = viewerOf(ctx)
  const before = viewers.get(viewer)
  if (before?.until === until && ctx.now < before.expiresAt) return before
  const expiresAt = after(ctx.now, cachedMs)
  const incomes = { until, expiresAt, machines: new Map<string, number>(), slots: new Map<string, number>() }
  viewers.delete(viewer)
  viewers.set(viewer, incomes)
  const [oldest] = viewers.keys()
  if (viewers.size > viewersMost && oldest !== undefined) viewers.delete(oldest)
  return incomes
}

/** By machine. */
export async function usualIncomes(
  ctx: Ctx,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { machines } = cachedIncomesOf(ctx)
  const missing = deviceIds.filter((id) => !machines.has(id))
  if (missing.length === 0) return machines
  const rows = await incomesOf(ctx, missing, usualPeriod(ctx))
  for (const id of missing) machines.set(id, 0)
  for (const { device_id: id, income } of rows) machines.set(id, income)
  return machines
}

export const slotKey = ({ device_id: id, channel_sn: number }: SlotRef): string => `${id} ${number}`

/** By `slotKey`. */
export async function usualSlotIncomes(
  ctx: Ctx,
  slots: readonly SlotRef[],
): Promise<ReadonlyMap<string, number>> {
  const { slots: known } = cachedIncomesOf(ctx)
  const missing = new Map(
    slots.filter((slot) => !known.has(slotKey(slot))).map((slot) => [slotKey(slot), slot]),
  )
  if (missing.size === 0) return known
  for (const row of await slotIncomesOf(ctx, [...missing.values()], usualPeriod(ctx)))
    known.set(slotKey(row), row.income ?? 0)
  return known
}
