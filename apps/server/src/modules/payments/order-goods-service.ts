/** What a customer gets for an order, or why it is refused. */
import { capabilities, type MachineType, type OrderRefusal } from '@slotwise/contract'
import type { OrderRequest } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { OrderGoods, VoucherGoods } from '../../kernel/hooks.ts'
import { desiredSettings, settingsIn } from '../devices/index.ts'
import { isInitializing, readiness } from '../presence/index.ts'
import { type SaleSlot, slotsForSale } from '../slots/index.ts'

type Request = OrderRequest

/** The machine shows at most this much. */
const mostCents = 100_000_000

export const totalOf = (goods: readonly OrderGoods[]): number =>
  goods.reduce((sum, { price, quantity }) => sum + price * quantity, 0)

export async function goodsFor(ctx: MachineCtx, request: Request): Promise<OrderGoods[] | OrderRefusal> {
  const { pay, kind } = request
  if (pay === 'gift' && kind === 'game') return 'notOffered'
  const state = await readiness(ctx)
  if (!state || isInitializing(state, ctx.now)) return 'initializing'
  const device = await desiredSettings(ctx)
  if (!device) return 'initializing'
  const type = capabilities[device.type as MachineType]
  // Types without games have no such setting, whatever is stored.
  const mode = type.game ? settingsIn(device).buy_mode : 'buy'
  if (kind === 'game' && mode === 'buy') return 'buyOnly'
  // A voucher gives goods, whatever the machine sells.
  if (kind === 'buy' && mode === 'game' && pay !== 'gift') return 'gameOnly'
  const slots = (await slotsForSale(ctx, [ctx.deviceId])).get(ctx.deviceId) ?? []
  const isCounted = type.moves !== 'pulses'
  const pieces = pay === 'gift' ? await piecesOfVoucher(ctx, request, slots, isCounted) : piecesOf(request)
  if (typeof pieces === 'string') return pieces
  const numbered = new Map(slots.map((slot) => [slot.ch, slot]))
  const goods: OrderGoods[] = []
  for (const [ch, quantity] of pieces) {
    const line = lineOf(numbered.get(ch), { kind, quantity, isCounted })
    if (typeof line === 'string') return line
    goods.push(line)
  }
  const total = totalOf(goods)
  return pay === 'gift' || (total > 0 && total <= mostCents) ? goods : 'notOffered'
}

/** The pieces of each slot, however often the request names it. */
function piecesOf({ items }: Pick<Request, 'items'>): Map<number, number> {
  const pieces = new Map<number, number>()
  for (const { ch, n } of items) pieces.set(ch, (pieces.get(ch) ?? 0) + n)
  return pieces
}

/** What a voucher gives: from the slots that the customer chose, else from those that hold its goods. */
async function piecesOfVoucher(
  ctx: MachineCtx,
  { voucher = '', items }: Request,
  slots: readonly SaleSlot[],
  isCounted: boolean,
): Promise<Map<number, number> | OrderRefusal> {
  const wanted = await ctx.deps.hooks.voucherGoods(ctx, voucher)
  if (typeof wanted === 'string') return wanted
  const holding = slots.filter(({ goodsId, enabled }) => goodsId === wanted.goodsId && enabled)
  if (items.length === 0) return piecesFrom(holding, wanted, isCounted)
  const known = new Set(holding.map(({ ch }) => ch))
  const pieces = items.reduce((sum, { n }) => sum + n, 0)
  const isForThem = pieces === wanted.quantity && items.every(({ ch }) => known.has(ch))
  return isForThem ? piecesOf({ items }) : 'voucherGoods'
}

/** Takes pieces from the fullest slots first, so that few slots have to move. */
function piecesFrom(
  holding: readonly SaleSlot[],
  { quantity }: VoucherGoods,
  isCounted: boolean,
): Map<number, number> | OrderRefusal {
  const pieces = new Map<number, number>()
  let missing = quantity
  for (const slot of holding.toSorted((one, other) => other.quantity - one.quantity || one.ch - other.ch)) {
    const taken = isCounted ? Math.min(missing, slot.quantity) : missing
    if (taken > 0) pieces.set(slot.ch, taken)
    missing -= taken
  }
  return missing === 0 ? pieces : 'soldOut'
}

function lineOf(
  slot: SaleSlot | undefined,
  { kind, quantity, isCounted }: { kind: Request['kind']; quantity: number; isCounted: boolean },
): OrderGoods | OrderRefusal {
  if (!slot || slot.goodsId === null || slot.price === null) return 'noGoods'
  if (!slot.enabled) return 'slotDisabled'
  if (isCounted && slot.quantity < quantity) return 'soldOut'
  // A machine without a price for games takes the price of the goods, and so do we.
  const price = kind === 'game' ? (slot.gamePrice ?? slot.price) : slot.price
  return { channel_sn: slot.ch, goods_id: slot.goodsId, title: slot.title, price, quantity }
}
