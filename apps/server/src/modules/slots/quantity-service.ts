import { capabilities, type ParsedInputOf, quantityTypes, type slotCalls } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { machineOf } from '../devices/index.ts'
import { countedIn } from './machine-count.ts'
import { beginEdit, choose, finish, listed, type Slots, withQuantities } from './slot-service.ts'
import { reportedSlots, type SlotRow } from './slot-queries.ts'
import { by, full, moveWithLine, none, type Moved } from './stock-queries.ts'

type Input = ParsedInputOf<(typeof slotCalls)['setQuantity']>

const reasons = {
  [quantityTypes.fill]: 'fill',
  [quantityTypes.empty]: 'empty',
  [quantityTypes.count]: 'count',
} as const

/** Fills slots up, empties them, or takes over what the machine has counted in them. All of it can be undone. */
export async function setQuantity(
  ctx: Ctx,
  { sn, type, channel_sn: numbers, revs }: Input,
): Promise<Slots & { refill: string | null }> {
  const { row, slots } = await beginEdit(ctx, { sn, revs })
  if (capabilities[row.type].moves === 'pulses') throw new AppError('notForType')
  const machine = machineOf(ctx, row)
  const chosen = numbers ? choose(slots, numbers) : slots
  const isCount = type === quantityTypes.count
  const differences = isCount ? await differencesIn(machine, chosen, numbers !== undefined) : []
  const { moved, lastMove } = await moveWithLine(machine, {
    slots: isCount ? differences.map(({ ch }) => ch) : chosen.map((slot) => slot.channel_sn),
    to: isCount ? by(differences) : type === quantityTypes.fill ? full : none,
    reason: reasons[type],
    by: ctx.user,
  })
  const inOrder = moved.toSorted((a, b) => a.ch - b.ch)
  const numbersMoved = inOrder.map(({ ch }) => ch)
  const after = { sn, reason: reasons[type], channel_sn: listed(numbersMoved) }
  const refill =
    moved.length === 0
      ? null
      : await ctx.deps.hooks.refilled(ctx, {
          kind: reasons[type],
          lastMove,
          slots: chosen.flatMap(({ channel_sn: ch, goods_id: goods }) => {
            const pieces = moved.find((one) => one.ch === ch)?.n
            return pieces === undefined || goods === null
              ? []
              : [{ device_id: row.device_id, channel_sn: ch, goods_id: goods, pieces }]
          }),
        })
  const now = await finish(ctx, row, numbersMoved, {
    call: 'setQuantity',
    ...(isCount ? withQuantities(slots, inOrder, after) : { after }),
  })
  return { ...now, refill }
}

/** How far our stock is from the machine's count. A slot that the caller names must have a count. */
async function differencesIn(
  machine: Parameters<typeof reportedSlots>[0],
  chosen: readonly SlotRow[],
  isNamed: boolean,
): Promise<Moved[]> {
  const reports = new Map((await reportedSlots(machine)).map((report) => [report.channel_sn, report]))
  return chosen.flatMap((slot) => {
    const { channel_sn: number, quantity } = slot
    const counted = countedIn(slot, reports.get(number))
    if (counted === null && isNamed) throw AppError.atField('channel_sn', 'noCount', { number })
    return counted === null ? [] : [{ ch: number, n: counted - quantity }]
  })
}
