/** Balances of cards and the points ledger. A balance never changes without a line of the ledger. */
import type { LongList, LongPage, PointFilter, PointMove, PointReason } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, MachineCtx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countUpTo } from '../../kernel/paging.ts'

type Move = {
  cardId: string
  amount: number
  reason: PointReason
  orderno?: string
  accountId?: string
}

/**
 * Changes a balance and writes its line. Points that are given back lower what was spent. Returns false when there is no
 * such card or too few points; then nothing has changed. A deleted card is changed, too: restored, it has its points.
 */
export async function movePoints(
  { tx, tenantId, now }: TenantRef & { now: Date },
  { cardId, amount, reason, orderno = '', accountId }: Move,
): Promise<boolean> {
  const moved = await tx
    .updateTable('card')
    .set((eb) => ({
      point: eb('point', '+', amount),
      ...(reason === 'refund' ? { spent: sql<string>`spent - ${amount}::int` } : {}),
    }))
    .where('tenant_id', '=', tenantId)
    .where('card_id', '=', cardId)
    .where(sql<boolean>`point + ${amount}::int >= 0`)
    .returning('point')
    .executeTakeFirst()
  if (!moved) return false
  await tx
    .insertInto('point_move')
    .values({
      tenant_id: tenantId,
      card_id: cardId,
      at: now,
      reason,
      amount,
      balance: moved.point,
      orderno,
      account_id: accountId ?? null,
    })
    .execute()
  return true
}

/** Pays an order by a card that is valid at the machine and has enough points. Returns false when there is none. */
export async function payFrom(
  { tx, tenantId, sn, now }: MachineCtx,
  { cardno, orderno, amount }: { cardno: string; orderno: string; amount: number },
): Promise<boolean> {
  const paid = await tx
    .updateTable('card')
    .set((eb) => ({
      point: eb('point', '-', amount),
      spent: sql<string>`spent + ${amount}::int`,
      visits: eb('visits', '+', 1),
      last_visit: now,
    }))
    .where('tenant_id', '=', tenantId)
    .where('cardno', '=', cardno)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`(device = '{}' or ${sn}::text = any(device))`)
    .where('point', '>=', amount)
    .returning(['card_id', 'point'])
    .executeTakeFirst()
  if (!paid) return false
  await tx
    .insertInto('point_move')
    .values({
      tenant_id: tenantId,
      card_id: paid.card_id,
      at: now,
      reason: 'sale',
      amount: -amount,
      balance: paid.point,
      orderno,
      account_id: null,
    })
    .execute()
  return true
}

/** Whether there is a card of this number, and whether it is valid at the machine. */
export const findNumber = (
  { tx, tenantId, sn }: MachineCtx,
  cardno: string,
): Promise<{ isValidHere: boolean } | undefined> =>
  tx
    .selectFrom('card')
    .select(sql<boolean>`(device = '{}' or ${sn}::text = any(device))`.as('isValidHere'))
    .where('tenant_id', '=', tenantId)
    .where('cardno', '=', cardno)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Locks the cards that paid for these orders, deleted ones included, in the order of their ids. */
export async function lockCardsOf({ tx, tenantId }: TenantRef, ordernos: readonly string[]): Promise<void> {
  await tx
    .selectFrom('card')
    .select('card_id')
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`card_id in (select move.card_id from point_move move
        where move.tenant_id = ${tenantId} and move.orderno = any(${ordernos}::text[]))`,
    )
    .orderBy('card_id')
    .forUpdate()
    .execute()
}

export type OrderMove = { card_id: string; reason: PointReason; amount: number }

/** What an order moved: its payment, and what was given back. None for an order that no card of ours paid. */
export const movesOfOrder = ({ tx, tenantId }: TenantRef, orderno: string): Promise<OrderMove[]> =>
  tx
    .selectFrom('point_move')
    .select(['card_id', 'reason', 'amount'])
    .where('tenant_id', '=', tenantId)
    .where('orderno', '=', orderno)
    .$castTo<OrderMove>()
    .execute()

type Filter = z.output<typeof PointFilter>
/** A stored line; the service adds the name of the account. */
export type MoveRow = Omit<PointMove, 'by'> & { account_id: string | null }

const order = { at: 'at', key: 'move_id' }

const listed = (ctx: Ctx, { card_id: card }: Filter) =>
  ctx.tx.selectFrom('point_move').where('tenant_id', '=', ctx.tenant.id).where('card_id', '=', card)

async function readMoves(ctx: Ctx, filter: Filter, start: Start, limit: number, offset: number) {
  const direction = orderFrom(start)
  const rows = await listed(ctx, filter)
    .where(isBeyond(start, order))
    .select(['move_id as move', 'at', 'reason', 'amount', 'balance', 'orderno', 'account_id'])
    .orderBy('at', direction)
    .orderBy('move_id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row): MoveRow => ({ ...row, reason: row.reason as PointReason, at: row.at.toISOString() }))
}

export const listMoves = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<MoveRow>> =>
  readLongPage<MoveRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf: ({ at, move }) => ({ at: new Date(at), key: move }),
    count: (limit) => countUpTo(ctx.tx, listed(ctx, filter), limit),
    read: (start, limit, offset) => readMoves(ctx, filter, start, limit, offset),
  })
