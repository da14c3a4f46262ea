/**
 * Books what a person said of slots while standing before the machine. The phone may send it hours later, so a statement
 * is "the slot held N pieces at the moment T", and "full" is such a count as well. The stock becomes N, less the pieces
 * that have left since T and plus those that came: sales, dispensed pieces, tests, the machine's own corrections.
 *
 * A statement is not booked, and returned as a conflict, when it is no longer about the same slot (other goods, another
 * number, another size), or when the stock was set at a moment later than T.
 */
import type { SlotStatement, StockReason, VisitConflict, VisitResult } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import type { RefilledSlots, SoldPieces } from '../../kernel/hooks.ts'
import { timeOf } from '../../kernel/orderno.ts'
import { type DeviceRow, machineOf } from '../devices/index.ts'
import { countedIn } from './machine-count.ts'
import { reportedSlots, type SlotRow } from './slot-queries.ts'
import { finish, listed, withQuantities } from './slot-service.ts'
import { by, lastOf, type Moved, moveWithLine } from './stock-queries.ts'
import {
  countTimes,
  type LaterLine,
  linesSince,
  noteCounted,
  renumberedSince,
} from './visit-stock-queries.ts'

export type StatedSlot = {
  channel_sn: number
  seen: { goods_id: string; max: number }
  set: SlotStatement
  /** The moment for which the statement holds, by the server's clock. */
  at: Date
}

/** Lines by which a merchant sets the stock or changes what is in the slot. Visits have moments of their own. */
const setting: ReadonlySet<StockReason> = new Set([
  'edit',
  'fill',
  'empty',
  'count',
  'putDown',
  'goods',
  'copy',
  'init',
])

/** Lines that correct the books without moving a piece. */
const booksOnly: ReadonlySet<StockReason> = new Set(['visit', 'unfill'])

/** When the pieces of a line really moved, as far as it is known: a machine may report its sales much later. */
function movedAt({ at, orderno, takenBackAt, reason }: LaterLine): Date {
  if (takenBackAt) return takenBackAt
  return (reason === 'sale' && orderno !== null ? timeOf(orderno) : undefined) ?? at
}

/**
 * Pieces that were sold while the books had none any more, so that the ledger has no line of them. Those that a count
 * has shown missing since then are in the ledger already.
 */
function unbooked(sold: readonly SoldPieces[], lines: readonly LaterLine[]): number {
  const lacking = sold
    .map(({ orderno, n, at }) => {
      const own = lines.filter((line) => line.reason === 'sale' && line.orderno === orderno)
      return { at, n: n + own.reduce((sum, line) => sum + line.n, 0) }
    })
    .filter(({ n }) => n > 0)
  const first = Math.min(...lacking.map(({ at }) => at.getTime()))
  const missed = lines.filter(
    (line) =>
      line.reason === 'machine' &&
      (line.n < 0 || line.takenBackAt !== null) &&
      movedAt(line).getTime() >= first,
  )
  const total = lacking.reduce((sum, { n }) => sum + n, 0)
  return Math.max(
    0,
    total +
      Math.min(
        0,
        missed.reduce((sum, { n }) => sum + n, 0),
      ),
  )
}

type Step = StatedSlot & { slot: SlotRow; quantity: number }

type Booked = {
  /** What became of each statement, in the order in which they were made. */
  slots: VisitResult['slots']
  refilled: RefilledSlots
}

/** Takes locked slots. */
export async function bookVisit(
  ctx: Ctx,
  { row, slots }: { row: DeviceRow; slots: readonly SlotRow[] },
  { readAt, stated }: { readAt: Date; stated: readonly StatedSlot[] },
): Promise<Booked> {
  const machine = machineOf(ctx, row)
  const ours = new Map(slots.map((slot) => [slot.channel_sn, slot]))
  const reports = new Map((await reportedSlots(machine)).map((report) => [report.channel_sn, report]))
  const renumbered = await renumberedSince(machine, readAt)
  const counted = await countTimes(machine)
  const later = Map.groupBy(await linesSince(machine, stated), ({ ch }) => ch)
  const sold = Map.groupBy(await ctx.deps.hooks.soldSince(machine, stated), ({ ch }) => ch)

  const judge = (one: StatedSlot): Step | VisitConflict => {
    const { channel_sn: number, seen, set, at } = one
    const slot = ours.get(number)
    // A machine that was unbound and bound again has slots of its own.
    if (row.bound_at > readAt) return 'gone'
    if (renumbered.has(number)) return 'renumbered'
    if (!slot) return 'gone'
    if (slot.goods_id !== seen.goods_id) return 'goods'
    const lines = later.get(number) ?? []
    if (lines.some(({ reason }) => setting.has(reason))) return 'newer'
    if ((counted.get(number) ?? at) > at) return 'newer'
    if (set.kind === 'machine') {
      const count = countedIn(slot, reports.get(number))
      return count === null ? 'uncounted' : { ...one, slot, quantity: count }
    }
    if (set.kind === 'full' && slot.max !== seen.max) return 'max'
    const held = set.kind === 'full' ? slot.max : set.quantity
    if (held > slot.max) return 'max'
    const since = lines.filter((line) => movedAt(line) > at && !booksOnly.has(line.reason))
    const gone = unbooked(sold.get(number) ?? [], lines)
    return { ...one, slot, quantity: held + since.reduce((sum, { n }) => sum + n, 0) - gone }
  }

  const judged = stated.map((one) => ({ one, step: judge(one) }))
  const steps = judged.flatMap(({ step }) => (typeof step === 'string' ? [] : [step]))
  const isByMachine = ({ set }: Step) => set.kind === 'machine'
  const counts = await move(ctx, row, steps.filter(isByMachine), 'count')
  const visitMoves = await move(
    ctx,
    row,
    steps.filter((step) => !isByMachine(step)),
    'visit',
  )
  const moved = [...counts.moved, ...visitMoves.moved].toSorted((a, b) => a.ch - b.ch)
  await noteCounted(
    machine,
    steps.filter((step) => !isByMachine(step)),
  )
  const numbers = moved.map(({ ch }) => ch)
  const after = { sn: row.sn, reason: 'visit', channel_sn: listed(numbers) }
  await finish(ctx, row, numbers, { call: 'sendRefillVisit', ...withQuantities(slots, moved, after) })

  const change = new Map(moved.map(({ ch, n }) => [ch, n]))
  const outcome = judged.map(({ one: { channel_sn: number }, step }) => {
    if (typeof step === 'string') return { channel_sn: number, conflict: step, before: null, after: null }
    const before = step.slot.quantity
    return { channel_sn: number, conflict: null, before, after: before + (change.get(number) ?? 0) }
  })
  const refilled = steps.flatMap((step) => {
    const { channel_sn: number, seen, at } = step
    const pieces = change.get(number)
    if (pieces === undefined) return []
    const countedAt = isByMachine(step) ? (counted.get(number) ?? null) : at
    return {
      device_id: row.device_id,
      channel_sn: number,
      goods_id: seen.goods_id,
      pieces,
      counted_at: countedAt,
    }
  })
  const lastMove = lastOf([counts.lastMove, visitMoves.lastMove])
  return { slots: outcome, refilled: { kind: 'visit', slots: refilled, lastMove } }
}

const move = (
  ctx: Ctx,
  row: DeviceRow,
  steps: readonly Step[],
  reason: 'count' | 'visit',
): Promise<{ moved: Moved[]; lastMove: string }> | { moved: Moved[]; lastMove: string } =>
  steps.length === 0
    ? { moved: [], lastMove: '0' }
    : moveWithLine(machineOf(ctx, row), {
        slots: steps.map(({ channel_sn: number }) => number),
        to: by(steps.map(({ channel_sn: ch, slot, quantity }) => ({ ch, n: quantity - slot.quantity }))),
        reason,
        by: ctx.user,
      })
