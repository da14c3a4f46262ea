/** Received coupons. Each step is one conditional UPDATE. */
import type {
  CardCoupon,
  CardCouponFilter,
  CardCouponState,
  CouponType,
  LongList,
  LongPage,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { isBeyond, olderThan, orderFrom, readLongPage, type Start } from '../../kernel/long-list.ts'
import { countOf, countUpTo } from '../../kernel/paging.ts'
import { eachPiece } from '../../kernel/pieces.ts'
import { changesOne } from '../../kernel/rows.ts'
import { isOneOf, isOneOfTexts } from '../../kernel/search.ts'
import { maskedCode } from './coupon-model.ts'

type GrantFilter = z.output<typeof CardCouponFilter>

/** Who received it: a browser, by a digest, and maybe a card. */
export type Holder = { browser: Buffer; cardno: string }

const pieceSize = 500

export async function insertGrant(
  { tx, tenantId }: TenantRef,
  grant: Holder & { coupon_id: string; code: string; received_at: Date },
): Promise<void> {
  await tx
    .insertInto('coupon_grant')
    .values({ ...grant, tenant_id: tenantId })
    .execute()
}

/**
 * How many of a coupon this browser has received since. A card that was typed does not count: nothing proves that it
 * belongs to the buyer, who could use up the limit of a stranger.
 */
export async function countReceived(
  { tx, tenantId }: TenantRef,
  couponId: string,
  browser: Buffer,
  since: Date,
): Promise<number> {
  return countOf(
    tx
      .selectFrom('coupon_grant')
      .where('tenant_id', '=', tenantId)
      .where('coupon_id', '=', couponId)
      .where('received_at', '>=', since)
      .where('browser', '=', browser),
  )
}

export type Grant = { coupon_id: string; code: string; state: CardCouponState }

/** What one browser has received and not used, the newest first. */
export async function unusedOf(
  { tx, tenantId }: TenantRef,
  browser: Buffer,
  atMost: number,
): Promise<Grant[]> {
  return tx
    .selectFrom('coupon_grant')
    .select(['coupon_id', 'code', sql<CardCouponState>`state`.as('state')])
    .where('tenant_id', '=', tenantId)
    .where('browser', '=', browser)
    .where(sql<boolean>`state <> 'used'`)
    .orderBy('received_at', 'desc')
    .orderBy('grant_id', 'desc')
    .limit(atMost)
    .execute()
}

type ShownCoupon = {
  grant_id: string
  state: CardCouponState
  type: CouponType
  value: number
  start_date: string | null
  end_date: string | null
  stores: string[]
  deleted_at: Date | null
}

/** The coupon of a code that a buyer shows. */
export async function findByCode(
  { tx, tenantId }: TenantRef,
  code: string,
): Promise<ShownCoupon | undefined> {
  return tx
    .selectFrom('coupon_grant as g')
    .innerJoin('coupon as c', (join) =>
      join.on('c.tenant_id', '=', tenantId).onRef('c.coupon_id', '=', 'g.coupon_id'),
    )
    .select([
      'g.grant_id',
      sql<CardCouponState>`g.state`.as('state'),
      sql<CouponType>`c.type`.as('type'),
      'c.value',
      'c.start_date',
      'c.end_date',
      sql<string[]>`c.stores::text[]`.as('stores'),
      'c.deleted_at',
    ])
    .where('g.tenant_id', '=', tenantId)
    .where('g.code', '=', code)
    .executeTakeFirst()
}

/** Returns false when another order has it. */
export const reserve = (
  { tx, tenantId }: TenantRef,
  grantId: string,
  order: { orderno: string; discount: number },
): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('coupon_grant')
      .set({ ...order, state: 'reserved' })
      .where('tenant_id', '=', tenantId)
      .where('grant_id', '=', grantId)
      .where('state', '=', 'received'),
  )

/** Makes the coupons usable again that orders have in one of these states. */
export async function giveBack(
  { tx, tenantId }: TenantRef,
  ordernos: readonly string[],
  from: 'reserved' | 'used',
): Promise<void> {
  await tx
    .updateTable('coupon_grant')
    .set({ state: 'received', orderno: null, discount: null, used_at: null, paid: null })
    .where('tenant_id', '=', tenantId)
    .where(isOneOfTexts(ordernos, 'orderno'))
    .where('state', '=', from)
    .execute()
}

export async function markUsed(
  { tx, tenantId }: TenantRef,
  { orderno, amount, usedAt }: { orderno: string; amount: number; usedAt: Date },
): Promise<void> {
  await tx
    .updateTable('coupon_grant')
    .set({ state: 'used', used_at: usedAt, paid: amount })
    .where('tenant_id', '=', tenantId)
    .where('orderno', '=', orderno)
    .where('state', '=', 'reserved')
    .execute()
}

function listed(ctx: Ctx, filter: GrantFilter) {
  let query = ctx.tx
    .selectFrom('coupon_grant as g')
    .where('g.tenant_id', '=', ctx.tenant.id)
    .where(isOneOf(filter.ids, 'g.grant_id'))
  if (filter.coupon_id !== undefined) query = query.where('g.coupon_id', '=', filter.coupon_id)
  if (filter.state !== undefined) query = query.where('g.state', '=', filter.state)
  if (filter.cardno) query = query.where('g.cardno', '=', filter.cardno)
  if (filter.buyer !== undefined)
    query = query.where(sql<boolean>`substring(g.browser from 1 for 3) = decode(${filter.buyer}, 'hex')`)
  if (filter.orderno !== undefined) query = query.where('g.orderno', '=', filter.orderno)
  return query
}

const order = { at: 'g.received_at', key: 'g.grant_id' }

const shown = (ctx: Ctx, filter: GrantFilter, start?: Start) => {
  const direction = orderFrom(start)
  return listed(ctx, filter)
    .innerJoin('coupon as c', (join) =>
      join.on('c.tenant_id', '=', ctx.tenant.id).onRef('c.coupon_id', '=', 'g.coupon_id'),
    )
    .where(isBeyond(start, order))
    .select([
      'g.grant_id as card_coupon_id',
      'g.coupon_id',
      'c.name as coupon_name',
      'g.code',
      'g.cardno',
      sql<string>`encode(substring(g.browser from 1 for 3), 'hex')`.as('buyer'),
      sql<CardCouponState>`g.state`.as('state'),
      'g.received_at',
      'g.used_at',
      'g.orderno',
      'g.discount',
      'g.paid',
    ])
    .orderBy('g.received_at', direction)
    .orderBy('g.grant_id', direction)
}

type Shown = Omit<CardCoupon, 'received_at' | 'used_at'> & { received_at: Date; used_at: Date | null }
const asCardCoupon = ({ code, received_at: received, used_at: used, ...row }: Shown): CardCoupon => ({
  ...row,
  code: maskedCode(code),
  received_at: received.toISOString(),
  used_at: used?.toISOString() ?? null,
})

const positionOf = ({ received_at: at, card_coupon_id: key }: CardCoupon) => ({ at: new Date(at), key })

export const listGrants = (ctx: Ctx, page: LongPage, filter: GrantFilter): Promise<LongList<CardCoupon>> =>
  readLongPage<CardCoupon>(ctx, page, {
    keyPattern: /^\d{1,18}$/,
    positionOf,
    count: (limit) => countGrants(ctx, filter, limit),
    read: async (start, limit, offset) =>
      (await shown(ctx, filter, start).limit(limit).offset(offset).execute()).map(asCardCoupon),
  })

/** Counts received coupons; counting stops at `limit`. */
export const countGrants = (ctx: Ctx, filter: GrantFilter, limit?: number): Promise<number> =>
  countUpTo(ctx.tx, listed(ctx, filter), limit)

/** All received coupons of a filter in pieces, the newest first, for exports. */
export const eachGrant = (ctx: Ctx, filter: GrantFilter): AsyncGenerator<CardCoupon[]> =>
  eachPiece<CardCoupon>(async (last) => {
    const start = last && olderThan(positionOf(last))
    return (await shown(ctx, filter, start).limit(pieceSize).execute()).map(asCardCoupon)
  })
