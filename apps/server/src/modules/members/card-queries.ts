import type { Card, CardEdit, CardFilter, CardInput, List, Page } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { atPage, countOf, sortedBy } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { contains, distanceTo, isOneOf } from '../../kernel/search.ts'

type Filter = z.output<typeof CardFilter>
/** A stored card; the service adds the names of its machines. */
export type CardRow = Omit<Card, 'device_names'>

const pieceSize = 500

function listed(ctx: Ctx, { q, cardno, openid, ids }: Filter) {
  let query = ctx.tx
    .selectFrom('card')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .where(isOneOf(ids, 'card_id'))
    .where(contains(q, ['cardno', 'nickname', 'note']))
  if (cardno !== undefined) query = query.where('cardno', '=', cardno)
  if (openid !== undefined) query = query.where('openid', '=', openid)
  return query
}

const shown = (ctx: Ctx, filter: Filter) =>
  listed(ctx, filter).select([
    'card_id',
    'cardno',
    'nickname',
    'openid',
    'point',
    'note',
    'device',
    'spent',
    'visits',
    'last_visit',
    'rev',
    'created_at',
  ])

type Shown = Omit<CardRow, 'spent' | 'last_visit' | 'create_at'> & {
  spent: string
  last_visit: Date | null
  created_at: Date
}

const toRow = ({ spent, last_visit: last, created_at: created, ...row }: Shown): CardRow => ({
  ...row,
  spent: Number(spent),
  last_visit: last?.toISOString() ?? null,
  create_at: created.toISOString(),
})

const sorting = {
  cardno: sql`cardno`,
  nickname: sql`nullif(nickname, '')`,
  point: sql`point`,
  last_visit: sql`last_visit`,
  visits: sql`visits`,
  spent: sql`spent`,
}

export async function listCards(ctx: Ctx, page: Page, filter: Filter): Promise<List<CardRow>> {
  const rows = await shown(ctx, filter)
    .$call(sortedBy(filter.order, sorting))
    .orderBy('card_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data: rows.map(toRow), count: await countCards(ctx, filter) }
}

/** The cards that a text means most likely. */
export const searchCards = (ctx: Ctx, typed: string, limit: number) =>
  listed(ctx, { q: typed })
    .select(['card_id', 'cardno', 'nickname'])
    .orderBy(distanceTo(typed, ['cardno', 'nickname']))
    .orderBy('cardno')
    .limit(limit)
    .execute()

export const countCards = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All cards of a filter in pieces, for exports. */
export const eachCard = (ctx: Ctx, filter: Filter): AsyncGenerator<CardRow[]> =>
  inPieces(
    ({ card_id: id }) => id,
    async (before) => {
      const query = shown(ctx, filter).orderBy('card_id', 'desc').limit(pieceSize)
      return (await (before ? query.where('card_id', '<', before) : query).execute()).map(toRow)
    },
  )

export async function findCard(ctx: Ctx, id: string): Promise<CardRow | undefined> {
  const row = await shown(ctx, { ids: [id] }).executeTakeFirst()
  return row && toRow(row)
}

/** The card with this number, locked, so that no sale changes its balance meanwhile. */
export async function lockCard(ctx: Ctx, cardno: string): Promise<CardRow | undefined> {
  const row = await shown(ctx, { cardno }).forUpdate().executeTakeFirst()
  return row && toRow(row)
}

/** Adds a card without points. Fails with a unique violation when another card has the number. */
export async function insertCard(ctx: Ctx, draft: z.output<typeof CardInput>): Promise<string> {
  const { cardno, nickname, openid, note, device } = draft
  const { card_id: id } = await ctx.tx
    .insertInto('card')
    .values({
      tenant_id: ctx.tenant.id,
      cardno,
      nickname,
      openid,
      note,
      device,
      point: 0,
      created_at: ctx.now,
    })
    .returning('card_id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = Pick<z.output<typeof CardEdit>, 'nickname' | 'openid' | 'note' | 'device' | 'rev'>

/** Undefined fields stay as they are. Returns false when the card is gone or was changed since `rev`. */
export const updateCard = (
  ctx: Ctx,
  id: string,
  { nickname, openid, note, device, rev }: Change,
): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('card')
      .set((eb) => ({ nickname, openid, note, device, rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('card_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Returns false when there was nothing to delete. */
export const deleteCard = (ctx: Ctx, id: string): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('card')
      .set({ deleted_at: ctx.now })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('card_id', '=', id)
      .where('deleted_at', 'is', null),
  )

/** The number of a deleted card; undefined when there is no such card. */
export const findDeletedNumber = async (ctx: Ctx, id: string): Promise<string | undefined> =>
  (
    await ctx.tx
      .selectFrom('card')
      .select('cardno')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('card_id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
  )?.cardno

/** Returns false when the card is not deleted. Fails with a unique violation when another card has its number. */
export const restoreDeleted = (ctx: Ctx, id: string): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('card')
      .set({ deleted_at: null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('card_id', '=', id)
      .where('deleted_at', 'is not', null),
  )
