/**
 * Cards pay for orders of machines. The transaction that takes the order takes the points; the one that gives a sale back
 * gives them back. Both write the points ledger, which knows by itself which card paid for which order.
 */
import type { LongList, memberCalls, OrderRefusal, ParsedInputOf, PointMove } from '@slotwise/contract'

import type { Ctx, MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import type { AskedOrder, Hooks } from '../../kernel/hooks.ts'
import { nicknamesOf } from '../account/index.ts'
import * as queries from './point-queries.ts'

type Input<Name extends keyof typeof memberCalls> = ParsedInputOf<(typeof memberCalls)[Name]>

/** The points ledger of a card, a deleted one included. */
export async function getCardPoints(
  ctx: Ctx,
  { condition, ...page }: Input<'getCardPoints'>,
): Promise<LongList<PointMove>> {
  const { data, ...rest } = await queries.listMoves(ctx, page, condition)
  const names = await nicknamesOf(
    ctx,
    data.map(({ account_id: id }) => id),
  )
  return {
    ...rest,
    data: data.map(({ account_id: id, ...move }) => ({
      ...move,
      by: id === null ? null : (names.get(id) ?? ''),
    })),
  }
}

/** Pays an order by points. Returns why it cannot; then nothing has changed. */
export async function payByCard(
  ctx: MachineCtx,
  cardno: string,
  { orderno, amount }: AskedOrder,
): Promise<OrderRefusal | undefined> {
  if (await queries.payFrom(ctx, { cardno, orderno, amount })) return undefined
  const card = await queries.findNumber(ctx, cardno)
  if (!card) return 'cardUnknown'
  return card.isValidHere ? 'cardEmpty' : 'cardElsewhere'
}

/** Locks the cards that paid for these orders, because an order that a card pays locks it before its bill. */
export async function holdCards(ref: TenantRef, ordernos: readonly string[]): Promise<void> {
  if (ordernos.length > 0) await queries.lockCardsOf(ref, ordernos)
}

type Refunded = Parameters<Hooks['saleRefunded'][number]>

/**
 * Gives the points of a sale back, once, and never more than were paid. A sale that the machine settled itself has no line
 * of ours, and nothing is given back for it. A deleted card gets its points, too, and has them when it is restored.
 */
export async function givePointsBack(
  ref: Refunded[0],
  { orderno, client, amount }: Refunded[1],
): Promise<void> {
  if (client !== 'card') return
  const moves = await queries.movesOfOrder(ref, orderno)
  const sale = moves.find(({ reason }) => reason === 'sale')
  if (!sale || moves.some(({ reason }) => reason === 'refund')) return
  const back = Math.min(amount, -sale.amount)
  if (back > 0)
    await queries.movePoints(ref, { cardId: sale.card_id, amount: back, reason: 'refund', orderno })
}
