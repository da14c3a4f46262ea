/**
 * What machines and slots earned in the usual period. It ends yesterday and hardly changes any more, so a process keeps
 * each sum until the merchant's day ends: the overview and the alerts ask for hundreds of them each time.
 */
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { incomesOf, slotIncomesOf, type SlotRef } from '../bills/index.ts'
import { usualPeriod } from './usual.ts'

type Kept = { until: string; machines: Map<string, number>; slots: Map<string, number> }

const merchantsMost = 200
const keptIn = new WeakMap<Deps, Map<string, Kept>>()

/** The sums of the caller's merchant. Those of the merchant who asked first are dropped when there are too many. */
function keptOf(ctx: Ctx): Kept {
  const merchants = keptIn.get(ctx.deps) ?? new Map<string, Kept>()
  keptIn.set(ctx.deps, merchants)
  const { to: until } = usualPeriod(ctx)
  const before = merchants.get(ctx.tenant.id)
  if (before?.until === until) return before
  const kept = { until, machines: new Map<string, number>(), slots: new Map<string, number>() }
  merchants.delete(ctx.tenant.id)
  merchants.set(ctx.tenant.id, kept)
  const [oldest] = merchants.keys()
  if (merchants.size > merchantsMost && oldest !== undefined) merchants.delete(oldest)
  return kept
}

/** By machine. */
export async function usualIncomes(
  ctx: Ctx,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { machines } = keptOf(ctx)
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
  const { slots: known } = keptOf(ctx)
  const missing = new Map(
    slots.filter((slot) => !known.has(slotKey(slot))).map((slot) => [slotKey(slot), slot]),
  )
  if (missing.size === 0) return known
  for (const row of await slotIncomesOf(ctx, [...missing.values()], usualPeriod(ctx)))
    known.set(slotKey(row), row.income ?? 0)
  return known
}
