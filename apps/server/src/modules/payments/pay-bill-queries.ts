import {
  addDays,
  countryFacts,
  type LongList,
  type LongPage,
  type PayBill,
  type PayBillFilter,
  startOfDay,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import { isBeyond, olderThan, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { rangeOf } from '../../kernel/orderno.ts'
import { countUpTo } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { inDeviceScope } from '../../kernel/scope.ts'

type Filter = z.output<typeof PayBillFilter>

const pieceSize = 500

function listed(ctx: Ctx, filter: Filter) {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  let query = ctx.tx
    .selectFrom('pay_order as p')
    .where('p.tenant_id', '=', ctx.tenant.id)
    // An order of a voucher is no payment.
    .where('p.client', '<>', 'gift')
    .where(inDeviceScope(ctx, { device: 'p.device_id', store: 'p.store_id' }))
  if (filter.from !== undefined)
    query = query.where('p.create_at', '>=', startOfDay(filter.from, utcOffsetMinutes))
  if (filter.to !== undefined)
    query = query.where('p.create_at', '<', startOfDay(addDays(filter.to, 1), utcOffsetMinutes))
  if (filter.order_no !== undefined) {
    const { first, last, since, before } = rangeOf(filter.order_no)
    query = query
      .where('p.orderno', '>=', first)
      .where('p.orderno', '<=', last)
      .where('p.create_at', '>=', since)
      .where('p.create_at', '<', before)
  }
  if (filter.merchant_order !== undefined) query = query.where('p.merchant_order', '=', filter.merchant_order)
  if (filter.cardno !== undefined) query = query.where('p.cardno', '=', filter.cardno)
  if (filter.client !== undefined) query = query.where('p.client', '=', filter.client)
  if (filter.status !== undefined) query = query.where('p.state', '=', filter.status)
  if (filter.sn !== undefined) query = query.where('p.sn', '=', filter.sn)
  if (filter.store !== undefined) query = query.where('p.store_id', '=', filter.store)
  return query
}

const order = { at: 'p.create_at', key: 'p.orderno' }

const shown = (ctx: Ctx, filter: Filter, start?: Start) => {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .where(isBeyond(start, order))
    .innerJoin('device as d', (join) =>
      join.on('d.tenant_id', '=', ctx.tenant.id).onRef('d.device_id', '=', 'p.device_id'),
    )
    .leftJoin('store as s', (join) =>
      join.on('s.tenant_id', '=', ctx.tenant.id).onRef('s.store_id', '=', 'p.store_id'),
    )
    .leftJoin('bill as b', (join) =>
      join
        .on('b.tenant_id', '=', ctx.tenant.id)
        .onRef('b.create_at', '=', 'p.create_at')
        .onRef('b.orderno', '=', 'p.orderno'),
    )
    .select([
      'p.orderno as order_no',
      'p.cardno',
      'p.merchant_order',
      'p.state as status',
      'p.client',
      'p.amount as total_price',
      'p.sn',
      'd.title as dev_title',
      'p.store_id as store',
      's.store_name',
      'p.create_at',
      'p.paid_at',
    ])
    .select(
      sql<number>`case p.state when 'refunded' then p.amount when 'part_refunded' then coalesce(b.refunded, 0) else 0
        end`.as('refunded'),
    )
    .orderBy('p.create_at', direction)
    .orderBy('p.orderno', direction)
}

type Shown = Omit<PayBill, 'status' | 'client' | 'create_at' | 'paid_at'> & {
  status: string
  client: string
  create_at: Date
  paid_at: Date | null
}
const asBill = (row: Shown): PayBill =>
  ({
    ...row,
    create_at: row.create_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
  }) as PayBill

const positionOf = ({ create_at: at, order_no: key }: PayBill) => ({ at: new Date(at), key })

export const listPayBills = (ctx: Ctx, page: LongPage, filter: Filter): Promise<LongList<PayBill>> =>
  readLongPage<PayBill>(ctx, page, {
    keyPattern: /^\d{24}$/,
    positionOf,
    count: (limit) => countPayBills(ctx, filter, limit),
    read: async (start, limit, offset) =>
      (await shown(ctx, filter, start).limit(limit).offset(offset).execute()).map(asBill),
  })

/** Counts bills; counting stops at `limit`. */
export const countPayBills = (ctx: Ctx, filter: Filter, limit?: number): Promise<number> =>
  countUpTo(ctx.tx, listed(ctx, filter), limit)

/** All bills of a filter in pieces, newest first, for exports. */
export const eachPayBill = (ctx: Ctx, filter: Filter): AsyncGenerator<PayBill[]> =>
  eachPiece<PayBill>(async (last) => {
    const start = last && olderThan(positionOf(last))
    return (await shown(ctx, filter, start).limit(pieceSize).execute()).map(asBill)
  })
