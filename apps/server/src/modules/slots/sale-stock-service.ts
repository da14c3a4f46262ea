/**
 * How sales change the stock of slots.
 *
 * A machine reports a sale before it counts its slots; after connecting, it counts first and then reports the sales
 * of before. A piece is booked once in both orders:
 *
 * - The sale comes first: it moves the stock, and the count is told by `slot_report.booked`.
 * - The count comes first: it has booked the piece as missing for an unknown reason, or as fallen in a test of that
 *   minute. The sale takes that line back and books the same piece as sold. The stock stays as it is, and each missing
 *   piece is taken back once.
 */
import type { TenantRef } from '../../kernel/ctx.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { lockInOrder } from '../presence/index.ts'
import { type Loss, lossesSince } from './loss-queries.ts'
import { crossesLow } from './low-model.ts'
import { totals } from './recent-commands.ts'
import * as queries from './sale-stock-queries.ts'
import { noteBookedAt } from './stock-queries.ts'

/** The pieces that a sale took out of slots of a machine, and when it took them. */
export type Sold = {
  deviceId: string
  orderno: string
  at: Date
  items: readonly { ch: number; n: number }[]
}

type Piece = queries.SlotRef & { n: number; orderno: string; at: Date }

/** A slot while sales are booked, one after the other. */
type Shelf = queries.SoldSlot & {
  /** What the ledger says of the slot is read from here on. */
  since: Date
  /** Missing pieces that sales may explain, in the order in which sales take them back. */
  losses: Loss[]
  /** When the slot held other goods, the oldest first. */
  turns: readonly queries.SlotTurn[]
  /** How many pieces have left since the slot was locked. */
  gone: number
}

/**
 * Books sales of one merchant, each of them once. Slots that do not exist any more, and pieces that our books do not
 * have, are left out: the machine's next count corrects them.
 */
export async function bookSold(ref: TenantRef & { now: Date }, sold: readonly Sold[]): Promise<void> {
  const pieces = sold.flatMap(({ deviceId, orderno, at, items }) =>
    totals(items).map(({ ch, n }): Piece => ({ deviceId, ch, n, orderno, at })),
  )
  if (pieces.length === 0) return
  // Counts of a machine lock it too, so that none is compared while a sale is noted for it.
  await lockInOrder(ref.tx, ref.tenantId, [...new Set(sold.map(({ deviceId }) => deviceId))])
  const shelves = await shelvesOf(ref, pieces)
  const lines = pieces.flatMap((piece) => {
    const shelf = shelves.get(keyOf(piece))
    return shelf ? bookPiece(shelf, piece) : []
  })
  if (lines.length > 0) await queries.writeSaleLines(ref, lines)
  const moved = [...shelves.values()].filter(({ gone }) => gone > 0)
  if (moved.length === 0) return
  await queries.setQuantities(ref, moved)
  if (
    crossesLow(
      moved.map(({ quantity: after, gone, lowLevel }) => ({ before: after + gone, after, lowLevel })),
    )
  )
    lookSoon(ref)
  await noteBookedAt(
    ref,
    moved.map(({ deviceId, ch, gone }) => ({ deviceId, ch, n: -gone })),
  )
}

const keyOf = ({ deviceId, ch }: queries.SlotRef): string => `${deviceId} ${ch}`

/** Locks the slots and reads what has happened to them since the oldest of the sales. */
async function shelvesOf(ref: TenantRef, pieces: readonly Piece[]): Promise<Map<string, Shelf>> {
  const oldest = new Map<string, Piece>()
  for (const piece of pieces) {
    const known = oldest.get(keyOf(piece))
    if (!known || piece.at < known.at) oldest.set(keyOf(piece), piece)
  }
  const slots = (await queries.lockSoldSlots(ref, [...oldest.values()])).map((slot) => ({
    ...slot,
    since: oldest.get(keyOf(slot))?.at ?? new Date(0),
  }))
  const losses = Map.groupBy(await lossesSince(ref, slots, ['machine', 'test']), keyOf)
  const turns = Map.groupBy(await queries.turnsSince(ref, slots), keyOf)
  const shelves = slots.map((slot): Shelf => {
    const key = keyOf(slot)
    return { ...slot, losses: losses.get(key) ?? [], turns: turns.get(key) ?? [], gone: 0 }
  })
  return new Map(shelves.map((shelf) => [keyOf(shelf), shelf]))
}

/**
 * Takes the pieces of a sale from the slot, first those that counts have shown missing since. Returns the lines of the
 * ledger: what is taken back, then what is sold.
 */
function bookPiece(shelf: Shelf, piece: Piece): queries.SaleLine[] {
  const lines: queries.SaleLine[] = []
  let stock = shelf.quantity
  type Line = Pick<queries.SaleLine, 'reason' | 'goods' | 'takesBack' | 'command'>
  const write = (line: Line, n: number): void => {
    const { deviceId, ch, orderno } = piece
    lines.push({ deviceId, ch, orderno, ...line, before: stock, after: stock + n })
    stock += n
  }
  const soldOf = new Map<string | null, number>()
  const sell = (goods: string | null, n: number) => soldOf.set(goods, (soldOf.get(goods) ?? 0) + n)
  const held = shelf.turns.find(({ at, isKnown }) => isKnown && at > piece.at)
  let rest = piece.n
  for (const loss of shelf.losses) {
    // A piece of other goods is not the one that was sold.
    const isOther = held !== undefined && loss.goods !== held.past
    const n = isOther || loss.at < piece.at ? 0 : Math.min(loss.n, rest)
    if (n === 0) continue
    const { reason, goods, moveId: takesBack, command } = loss
    write({ reason, goods, takesBack, command }, n)
    sell(goods, n)
    loss.n -= n
    rest -= n
  }
  // The sale took goods that are not in the slot any more.
  const isOfOtherGoods = shelf.turns.some(({ at }) => at >= piece.at)
  const leaves = isOfOtherGoods ? 0 : Math.min(rest, shelf.quantity)
  if (leaves > 0) sell(shelf.goods, leaves)
  for (const [goods, n] of soldOf) write({ reason: 'sale', goods, takesBack: null, command: null }, -n)
  shelf.quantity -= leaves
  shelf.gone += leaves
  return lines
}
