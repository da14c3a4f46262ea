import {
  addDays,
  countryFacts,
  type LongList,
  type LongPage,
  type PayClient,
  type RefundBill,
  type RefundFilter,
  startOfDay,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, olderThan, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countUpTo } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { isOneOf } from '../../kernel/search.ts'

type Filter = z.output<typeof RefundFilter>

/** A stored refund with its bill; the modules of machines and stores add the names. */
export type RefundRow = Omit<
  RefundBill,
  'dev_title' | 'store' | 'store_name' | 'create_at' | 'done_at' | 'why'
> & {
  device_id: string
  store_id: string | null
  why: string | null
  asked_at: Date
  done_at: Date | null
}

const pieceSize = 500

function listed(ctx: Ctx, filter: Filter) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  let query = ctx.tx
    .selectFrom('bill_refund as r')
    .where('r.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(filter.ids, 'r.refund_id'))
  // Digits only, so that nothing has to be escaped.
  if (filter.orderno !== undefined) query = query.where('r.orderno', 'like', `${filter.orderno}%`)
  if (filter.client !== undefined) query = query.where('r.client', '=', filter.client)
  if (filter.kind !== undefined) query = query.where('r.kind', '=', filter.kind)
  if (filter.status === 'not_retried') query = query.where('r.state', '=', 'failed').where(isLast(ctx))
  else if (filter.status !== undefined) query = query.where('r.state', '=', filter.status)
  if (filter.from !== undefined)
    query = query.where('r.asked_at', '>=', startOfDay(filter.from, utcOffsetMinutes))
  if (filter.to !== undefined)
    query = query.where('r.asked_at', '<', startOfDay(addDays(filter.to, 1), utcOffsetMinutes))
  return query
}

/** A bill has one refund at a time, so the last one says how it stands. */
const isLast = ({ tenant }: Ctx) => sql<boolean>`not exists (
  select from bill_refund later
   where later.tenant_id = ${tenant.id} and later.orderno = r.orderno and later.refund_id > r.refund_id)`

const order = { at: 'r.asked_at', key: 'r.refund_id' }

const shown = (ctx: Ctx, filter: Filter, start?: Start) => {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .where(isBeyond(start, order))
    .innerJoin('bill as b', (join) =>
      join
        .on('b.tenant_id', '=', ctx.tenant.id)
        .onRef('b.create_at', '=', 'r.bill_at')
        .onRef('b.orderno', '=', 'r.orderno'),
    )
    .select([
      'r.refund_id as refund',
      'r.orderno',
      'r.part as part_refund',
      'r.amount as refund_fee',
      'r.remarks',
      'r.why',
      'r.username',
      'r.asked_at',
      'r.done_at',
      'b.total_price',
      'b.sn',
      'b.device_id',
      'b.store_id',
      sql<PayClient>`r.client`.as('client'),
      sql<RefundBill['kind']>`r.kind`.as('kind'),
      sql<RefundBill['status']>`r.state`.as('status'),
    ])
    .orderBy('r.asked_at', direction)
    .orderBy('r.refund_id', direction)
}

const positionOf = ({ asked_at, refund }: RefundRow) => ({ at: asked_at, key: refund })

export const listRefunds = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<RefundRow>> =>
  readLongPage<RefundRow>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf,
    count: (limit) => countRefunds(ctx, filter, limit),
    read: (start, limit, offset) => shown(ctx, filter, start).limit(limit).offset(offset).execute(),
  })

/** Counts refunds; counting stops at `limit`. */
export const countRefunds = (ctx: Ctx, filter: Filter, limit?: number): Promise<number> =>
  countUpTo(ctx.tx, listed(ctx, filter), limit)

/** All refunds of a filter in pieces, newest first, for exports. */
export const eachRefund = (ctx: Ctx, filter: Filter): AsyncGenerator<RefundRow[]> =>
  eachPiece<RefundRow>((last) =>
    shown(ctx, filter, last && olderThan(positionOf(last)))
      .limit(pieceSize)
      .execute(),
  )

/** Refunds with what their bills say, by their numbers; without texts and names of people. */
export async function readRefunds(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Omit<RefundRow, 'remarks' | 'why' | 'username'>[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<RefundRow, 'remarks' | 'why' | 'username'>>`
    select r.refund_id as refund, r.orderno, r.client, r.kind, r.state as status, r.part as part_refund,
           r.amount as refund_fee, r.asked_at, r.done_at, b.total_price, b.sn, b.device_id, b.store_id
      from bill_refund r
      join bill b on b.tenant_id = ${tenantId} and b.create_at = r.bill_at and b.orderno = r.orderno
     where r.tenant_id = ${tenantId} and r.refund_id = any(${ids}::bigint[])`.execute(tx)
  return rows
}

/**
 * Refunds that wait for the provider, and bills whose refund was refused on a day or later and was not asked for again:
 * as many as the list has by these filters. The caller sees all refunds of the merchant.
 */
export const openRefunds = async (ctx: Ctx, from: string): Promise<{ waiting: number; failed: number }> => ({
  waiting: await countRefunds(ctx, { status: 'refunding' }),
  failed: await countRefunds(ctx, { status: 'not_retried', from }),
})
