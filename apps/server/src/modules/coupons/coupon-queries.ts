import type {
  Coupon,
  CouponFilter,
  CouponInput,
  CouponPeriod,
  CouponType,
  List,
  Page,
} from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/db.ts'
import { atPage, countOf, sortedBy } from '../../kernel/paging.ts'
import { inPieces } from '../../kernel/pieces.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

type Filter = z.output<typeof CouponFilter>
type Draft = z.output<typeof CouponInput>

const pieceSize = 500

/** A stored coupon. */
export type CouponRow = Pick<
  Coupon,
  | 'coupon_id'
  | 'name'
  | 'type'
  | 'value'
  | 'quantity'
  | 'limit_period'
  | 'limit_count'
  | 'start_date'
  | 'end_date'
  | 'regions'
  | 'received'
  | 'rev'
> & { token: string; created_at: Date; deleted_at: Date | null }

const asRow = <O>(query: SelectQueryBuilder<Database, 'coupon', O>) =>
  query.select([
    'coupon.coupon_id',
    'coupon.name',
    sql<CouponType>`coupon.type`.as('type'),
    'coupon.value',
    'coupon.quantity',
    sql<CouponPeriod>`coupon.limit_period`.as('limit_period'),
    'coupon.limit_count',
    'coupon.start_date',
    'coupon.end_date',
    sql<string[]>`coupon.stores::text[]`.as('regions'),
    'coupon.received',
    'coupon.rev',
    'coupon.token',
    'coupon.created_at',
    'coupon.deleted_at',
  ])

function listed(ctx: Ctx, { ids, q, type, state = 'usable' }: Filter) {
  const query = ctx.tx
    .selectFrom('coupon')
    .where('coupon.tenant_id', '=', ctx.tenant.id)
    .where('coupon.deleted_at', state === 'deleted' ? 'is not' : 'is', null)
    .where(isOneOf(ids, 'coupon.coupon_id'))
    .where(contains(q, ['coupon.name']))
  return type === undefined ? query : query.where('coupon.type', '=', type)
}

const sorting = {
  name: sql`coupon.name`,
  received: sql`coupon.received`,
  end: sql`coupon.end_date`,
}

/** The newest first, unless the filter names an order. */
export async function listCoupons(ctx: Ctx, page: Page, filter: Filter): Promise<List<CouponRow>> {
  const data = await asRow(listed(ctx, filter))
    .$call(sortedBy(filter.order, sorting))
    .orderBy('coupon.coupon_id', 'desc')
    .$call(atPage(page))
    .execute()
  return { data, count: await countCoupons(ctx, filter) }
}

export const countCoupons = (ctx: Ctx, filter: Filter): Promise<number> => countOf(listed(ctx, filter))

/** All coupons of a filter in pieces, for exports. */
export const eachCoupon = (ctx: Ctx, filter: Filter): AsyncGenerator<CouponRow[]> =>
  inPieces(
    ({ coupon_id: id }) => id,
    (before) => {
      const query = asRow(listed(ctx, filter)).orderBy('coupon.coupon_id', 'desc').limit(pieceSize)
      return (before ? query.where('coupon.coupon_id', '<', before) : query).execute()
    },
  )

export type Sums = { used: number; discount_sum: number; paid_sum: number }

/** How often coupons were used, what they took off, and what was paid; those that were never used are missing. */
export async function sumsOf(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, Sums>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('coupon_grant')
    .select([
      'coupon_id',
      sql<number>`count(*)::int`.as('used'),
      sql<number>`sum(discount)::float8`.as('discount_sum'),
      sql<number>`sum(paid)::float8`.as('paid_sum'),
    ])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'coupon_id'))
    .where(sql<boolean>`state = 'used'`)
    .groupBy('coupon_id')
    .execute()
  return new Map(rows.map(({ coupon_id: id, ...sums }) => [id, sums]))
}

/** Locks a coupon of the merchant that is not deleted. */
export const lockCoupon = ({ tx, tenantId }: TenantRef, id: string): Promise<CouponRow | undefined> =>
  asRow(tx.selectFrom('coupon').where('coupon.tenant_id', '=', tenantId))
    .where('coupon.coupon_id', '=', id)
    .where('coupon.deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The coupon of a page, deleted ones included. */
export const couponOfToken = ({ tx, tenantId }: TenantRef, token: string): Promise<CouponRow | undefined> =>
  asRow(tx.selectFrom('coupon').where('coupon.tenant_id', '=', tenantId))
    .where('coupon.token', '=', token)
    .executeTakeFirst()

export const findCoupon = ({ tx, tenantId }: TenantRef, id: string): Promise<CouponRow | undefined> =>
  asRow(tx.selectFrom('coupon').where('coupon.tenant_id', '=', tenantId))
    .where('coupon.coupon_id', '=', id)
    .executeTakeFirst()

const columns = ({ regions, ...rest }: Draft) => ({ ...rest, stores: [...new Set(regions)] })

export async function insertCoupon(
  { tx, tenantId }: TenantRef,
  draft: Draft,
  made: { token: string; created_at: Date },
): Promise<string> {
  const row = await tx
    .insertInto('coupon')
    .values({ ...columns(draft), ...made, tenant_id: tenantId })
    .returning('coupon_id')
    .executeTakeFirstOrThrow()
  return row.coupon_id
}

/** Returns false when the coupon was changed since `rev`. */
export const updateCoupon = (ctx: Ctx, id: string, rev: number | undefined, draft: Draft): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('coupon')
      .set((eb) => ({ ...columns(draft), rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('coupon_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Returns false when there was nothing to delete or to restore. */
export const setCouponDeleted = (
  { tx, tenantId }: TenantRef,
  id: string,
  deletedAt: Date | null,
): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('coupon')
      .set({ deleted_at: deletedAt })
      .where('tenant_id', '=', tenantId)
      .where('coupon_id', '=', id)
      .where('deleted_at', deletedAt === null ? 'is not' : 'is', null),
  )

/** Counts one more as received. Returns false when none is left. */
export const takePiece = ({ tx, tenantId }: TenantRef, id: string): Promise<boolean> =>
  changesOne(
    tx
      .updateTable('coupon')
      .set((eb) => ({ received: eb('received', '+', 1) }))
      .where('tenant_id', '=', tenantId)
      .where('coupon_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`(quantity = 0 or received < quantity)`),
  )
