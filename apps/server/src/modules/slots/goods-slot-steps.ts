/**
 * The steps that changing the slots of many machines and undoing it have in common: lock them, divide them into those
 * that change and those that are refused, write, tell, audit, answer.
 */
import { errorCodes, type GoodsSlotsChange, type SlotRefusal } from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { present } from '../../kernel/present.ts'
import { changeSettingsOfAll, type DeviceRow, devicesByIds, machineOf, settingsIn } from '../devices/index.ts'
import { goodsNamed } from '../goods/index.ts'
import { isInitializing, lockInOrder, tellStore } from '../presence/index.ts'
import * as queries from './goods-slot-queries.ts'
import { listed } from './slot-service.ts'
import { together } from './slot-values.ts'

type Slot = queries.GoodsSlotRow

export const keyOf = ({ device_id: id, channel_sn: number }: queries.PlacedSlot): string => `${id} ${number}`
type Refused = queries.PlacedSlot & { reason: SlotRefusal }
/** A slot as it is, and as it is to be. */
export type Step = { before: Slot; after: Slot }

/**
 * Locks the machines before their slots, as every other path does. Returns the machines that the caller still sees,
 * and the slots that still hold the goods; with null, all slots.
 */
export async function lockAll(ctx: Ctx, goodsId: string | null, asked: readonly queries.PlacedSlot[]) {
  const ids = [...new Set(asked.map(({ device_id: id }) => id))]
  await lockInOrder(ctx.tx, ctx.tenant.id, ids)
  const devices = new Map((await devicesByIds(ctx, ids)).map((row) => [row.device_id, row]))
  const slots = new Map(
    (await queries.lockGoodsSlots(ctx, goodsId, [...devices.keys()])).map((slot) => [keyOf(slot), slot]),
  )
  return { devices, slots }
}

/** Divides the slots into those that `step` changes and those that it refuses. Slots that stay the same are neither. */
export function divide<Wanted extends queries.PlacedSlot>(
  ctx: Ctx,
  asked: readonly Wanted[],
  { devices, slots }: Awaited<ReturnType<typeof lockAll>>,
  step: (slot: Slot, device: DeviceRow, wanted: Wanted) => Slot | SlotRefusal | undefined,
): { steps: Step[]; refused: Refused[] } {
  const steps: Step[] = []
  const refused: Refused[] = []
  for (const wanted of asked) {
    const device = devices.get(wanted.device_id)
    // A machine that has left the caller's scope is not mentioned.
    if (!device) continue
    const before = slots.get(keyOf(wanted))
    const after = isInitializing(device, ctx.now) ? 'busy' : before ? step(before, device, wanted) : 'changed'
    if (typeof after === 'string') refused.push({ ...wanted, reason: after })
    else if (before && after) steps.push({ before, after })
  }
  return { steps, refused }
}

export const machinesOf = (steps: readonly Step[]): string[] => [
  ...new Set(steps.map(({ before }) => before.device_id)),
]

/** When nothing can be changed, the call is refused for the first reason. */
export function demandSome(steps: readonly Step[], [first]: readonly Refused[]): void {
  if (steps.length > 0) return
  throw first ? errorOf[first.reason]() : new AppError('slotsSame')
}

const errorOf: Record<SlotRefusal, () => AppError> = {
  busy: () => new AppError('busy'),
  wait: () => new AppError('wait', { seconds: 3 }),
  changed: () => new AppError('changedMeanwhile'),
  type: () => new AppError('notForType'),
  stock: () => AppError.atField('max', 'maxBelowQuantity'),
}

/** Writes the slots, and tells their machines and the consoles. */
export async function write(
  ctx: Ctx,
  devices: ReadonlyMap<string, DeviceRow>,
  steps: readonly Step[],
  tells: boolean,
): Promise<void> {
  if (tells) await changeSettingsOfAll(refOf(ctx), machinesOf(steps), 'slots')
  await queries.writeTerms(
    ctx,
    steps.map(({ after }) => after),
    tells,
  )
  lookSoon({ ...refOf(ctx), now: ctx.now })
  for (const [id, these] of Map.groupBy(steps, ({ before }) => before.device_id)) {
    const row = present(devices, id)
    const slots = these.map(({ before }) => before.channel_sn)
    await tellStore(machineOf(ctx, row), row.store_id, { kind: 'slots', data: { sn: row.sn, slots } })
  }
}

/** One entry for each machine, as an edit of its slots alone would write. */
export async function auditEach(
  ctx: Ctx,
  call: 'setGoodsSlots' | 'undoGoodsSlots' | 'applySlotImport' | 'applyListPrices',
  devices: ReadonlyMap<string, DeviceRow>,
  steps: readonly Step[],
  afterOf: (slots: string, steps: readonly Step[]) => Record<string, unknown>,
): Promise<void> {
  const byMachine = [...Map.groupBy(steps, ({ before }) => before.device_id)]
  const goodsIds = [...new Set(steps.flatMap(({ before }) => before.goods_id ?? []))]
  const goods = await goodsNamed(ctx, goodsIds)
  await audit(
    ctx,
    ...byMachine.map(([id, these]) => {
      const device = present(devices, id)
      const { sn } = device
      const after = afterOf(listed(these.map(({ before }) => before.channel_sn)), these)
      const values = {
        ...settingsIn(device),
        ...valuesIn(these.map(({ before }) => before)),
        goods: together(these.map(({ before }) => goods.get(before.goods_id ?? '')?.title ?? null)),
      }
      const before = Object.fromEntries(Object.entries(values).filter(([name]) => name in after))
      return { call, object: 'device' as const, objectId: id, before, after: { sn, ...after } }
    }),
  )
}

export const valuesIn = (slots: readonly Slot[]) => ({
  price: together(slots.map(({ price }) => price)),
  game_price: together(slots.map(({ game_price: price }) => price)),
  rate: together(slots.map(({ rate }) => rate)),
  max: together(slots.map(({ max }) => max)),
  enabled: together(slots.map(({ enabled }) => enabled)),
})

export function answer(
  devices: ReadonlyMap<string, DeviceRow>,
  steps: readonly Step[],
  refused: readonly Refused[],
  change: string | null,
): GoodsSlotsChange {
  const together = [...Map.groupBy(refused, ({ device_id: id, reason }) => `${id} ${reason}`).values()]
  return {
    change,
    slots: steps.length,
    devices: machinesOf(steps).length,
    refused: together.flatMap((these) => {
      const [first] = these
      if (!first) return []
      const { sn, title } = present(devices, first.device_id)
      const { reason } = first
      const rcode = errorCodes[errorOf[reason]().code]
      return [{ sn, title, channel_sn: these.map(({ channel_sn: number }) => number), reason, rcode }]
    }),
  }
}
