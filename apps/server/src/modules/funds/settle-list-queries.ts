import {
  addDays,
  type LongList,
  type LongPage,
  type SettleFilter,
  type SettleState,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { isBeyond, olderThan, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countUpTo } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { isOneOf } from '../../kernel/search.ts'
import type { Settlement } from './settle-queries.ts'

type Filter = z.output<typeof SettleFilter>

/** A stored settlement with its account. */
export type SettleRow = Pick<
  Settlement,
  | 'settle_id'
  | 'merchant_id'
  | 'day'
  | 'after_at'
  | 'until_at'
  | 'amount'
  | 'lines'
  | 'state'
  | 'payout_no'
  | 'why'
  | 'created_at'
  | 'done_at'
> & { acct_no: string; acct_name: string; mch_name: string; bank_code: string; bank: string }

const pieceSize = 500

/** `visible`: the accounts that the caller may see; undefined for all. */
type Selection = Filter & { visible: readonly string[] | undefined }

function listed(ctx: Ctx, { ids, merchant_id: account, status, from, to, visible }: Selection) {
  let query = ctx.tx
    .selectFrom('settlement as s')
    .where('s.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(ids, 's.settle_id'))
    .where(isOneOf(visible, 's.merchant_id'))
  if (account !== undefined) query = query.where('s.merchant_id', '=', account)
  if (status !== undefined) query = query.where('s.state', '=', status)
  if (from !== undefined) query = query.where('s.day', '>=', from)
  if (to !== undefined) query = query.where('s.day', '<', addDays(to, 1))
  return query
}

const order = { at: 's.created_at', key: 's.settle_id' }

const shown = (ctx: Ctx, selection: Selection, start?: Start) => {
  const direction = orderFrom(start)
  return listed(ctx, selection)
    .where(isBeyond(start, order))
    .innerJoin('bank_card as c', (join) =>
      join.on('c.tenant_id', '=', ctx.tenant.id).onRef('c.merchant_id', '=', 's.merchant_id'),
    )
    .select([
      's.settle_id',
      's.merchant_id',
      's.day',
      's.after_at',
      's.until_at',
      's.amount',
      's.lines',
      's.payout_no',
      's.why',
      's.created_at',
      's.done_at',
      'c.acct_name',
      'c.mch_name',
      'c.bank_code',
      'c.bank',
      sql<string>`c.masked ->> 'acct_no'`.as('acct_no'),
      sql<SettleState>`s.state`.as('state'),
    ])
    .orderBy('s.created_at', direction)
    .orderBy('s.settle_id', direction)
}

const positionOf = ({ created_at, settle_id }: SettleRow) => ({ at: created_at, key: settle_id })

export const listSettlements = (
  ctx: Ctx,
  page: LongPage,
  selection: Selection,
): Promise<LongList<SettleRow>> =>
  readLongPage<SettleRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf,
    count: (limit) => countSettlements(ctx, selection, limit),
    read: (start, limit, offset) => shown(ctx, selection, start).limit(limit).offset(offset).execute(),
  })

/** Counts settlements; counting stops at `limit`. */
export const countSettlements = (ctx: Ctx, selection: Selection, limit?: number): Promise<number> =>
  countUpTo(ctx.tx, listed(ctx, selection), limit)

/** All settlements of a filter in pieces, newest first, for exports. */
export const eachSettlement = (ctx: Ctx, selection: Selection): AsyncGenerator<SettleRow[]> =>
  eachPiece<SettleRow>((last) =>
    shown(ctx, selection, last && olderThan(positionOf(last)))
      .limit(pieceSize)
      .execute(),
  )
