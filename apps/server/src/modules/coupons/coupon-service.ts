import {
  type CardCoupon,
  type Coupon,
  type couponCalls,
  couponRules,
  countryFacts,
  dayOf,
  type List,
  type LongList,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { siteOf } from '../../kernel/site.ts'
import { tenantToken } from '../../kernel/tokens.ts'
import { knowsStores, storeNamesOf } from '../regions/index.ts'
import { phaseOf } from './coupon-model.ts'
import * as queries from './coupon-queries.ts'
import { listGrants } from './grant-queries.ts'

type Input<Name extends keyof typeof couponCalls> = ParsedInputOf<(typeof couponCalls)[Name]>

const noSums: queries.Sums = { used: 0, discount_sum: 0, paid_sum: 0 }

/** Adds the names of stores, what became of the coupons, and the address of the page to receive them. */
export async function asCoupons(ctx: Ctx, rows: readonly queries.CouponRow[]): Promise<Coupon[]> {
  const names = await storeNamesOf(refOf(ctx), [...new Set(rows.flatMap(({ regions }) => regions))])
  const sums = await queries.sumsOf(
    refOf(ctx),
    rows.map(({ coupon_id: id }) => id),
  )
  const today = dayOf(ctx.now, countryFacts[ctx.tenant.country].utcOffsetMinutes)
  return rows.map(({ token, deleted_at: deletedAt, created_at: createdAt, ...row }) => ({
    ...row,
    ...(sums.get(row.coupon_id) ?? noSums),
    region_names: row.regions.map((id) => names.get(id) ?? id),
    state: deletedAt === null ? 'usable' : 'deleted',
    phase: phaseOf(row, today),
    url: `${siteOf(ctx)}/c/${token}`,
    created_at: createdAt.toISOString(),
  }))
}

export async function getCoupon(ctx: Ctx, { condition, ...page }: Input<'getCoupon'>): Promise<List<Coupon>> {
  const { data, count } = await queries.listCoupons(ctx, page, condition)
  return { data: await asCoupons(ctx, data), count }
}

async function demandCoupon(ctx: Ctx, id: string): Promise<Coupon> {
  const row = await queries.findCoupon(refOf(ctx), id)
  const [coupon] = row ? await asCoupons(ctx, [row]) : []
  if (!coupon) throw new AppError('notFound')
  return coupon
}

/** What the audit records of a coupon. */
function audited(coupon: Coupon) {
  const { name, type, value, quantity, limit_period, limit_count, ...rest } = coupon
  const { start_date, end_date, regions, region_names } = rest
  const off = type === 'cash' ? { cash: value } : { percent: value }
  const limits = { quantity, limit_period, limit_count, start_date, end_date }
  return { name, type, ...off, ...limits, regions, region_names }
}

async function demandStores(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0 && !(await knowsStores(ctx, ids))) throw AppError.atField('regions', 'unknownStore')
}

export async function addCoupon(ctx: Ctx, draft: Input<'addCoupon'>): Promise<Coupon> {
  await demandStores(ctx, draft.regions)
  const made = { token: tenantToken(ctx.tenant.id), created_at: ctx.now }
  const coupon = await demandCoupon(ctx, await queries.insertCoupon(refOf(ctx), draft, made))
  await audit(ctx, {
    call: 'addCoupon',
    object: 'coupon',
    objectId: coupon.coupon_id,
    after: audited(coupon),
  })
  return coupon
}

/** Fields that are left out stay as they are; the rules hold for the whole. */
function draftAfter(
  row: queries.CouponRow,
  edited: Omit<Input<'editCoupon'>, 'coupon_id' | 'rev'>,
): Input<'addCoupon'> {
  const after = {
    name: edited.name ?? row.name,
    type: edited.type ?? row.type,
    value: edited.value ?? row.value,
    quantity: edited.quantity ?? row.quantity,
    limit_period: edited.limit_period ?? row.limit_period,
    limit_count: edited.limit_count ?? row.limit_count,
    // Null takes a date away.
    start_date: edited.start_date === undefined ? row.start_date : edited.start_date,
    end_date: edited.end_date === undefined ? row.end_date : edited.end_date,
    regions: edited.regions ?? row.regions,
  }
  for (const rule of ['couponPercent', 'couponCash', 'endBeforeStart'] as const) {
    const { path, holds } = couponRules[rule]
    if (!holds(after)) throw AppError.atField(path, rule)
  }
  return after
}

/** Buyers keep what they have received: what it takes off cannot change, nor can fewer exist than they have. */
export async function editCoupon(
  ctx: Ctx,
  { coupon_id: id, rev, ...edited }: Input<'editCoupon'>,
): Promise<Coupon> {
  const row = await queries.lockCoupon(refOf(ctx), id)
  if (!row) throw new AppError('notFound')
  const draft = draftAfter(row, edited)
  const { received: count } = row
  if (count > 0 && draft.type !== row.type) throw AppError.atField('type', 'couponReceived', { count })
  if (count > 0 && draft.value !== row.value) throw AppError.atField('value', 'couponReceived', { count })
  if (draft.quantity > 0 && draft.quantity < count)
    throw AppError.atField('quantity', 'couponQuantity', { count })
  // A store that was deleted since may stay.
  await demandStores(
    ctx,
    draft.regions.filter((store) => !row.regions.includes(store)),
  )
  const before = await demandCoupon(ctx, id)
  if (!(await queries.updateCoupon(ctx, id, rev, draft))) throw new AppError('changedMeanwhile')
  const after = await demandCoupon(ctx, id)
  await audit(ctx, {
    call: 'editCoupon',
    object: 'coupon',
    objectId: id,
    before: audited(before),
    after: audited(after),
  })
  return after
}

export async function delCoupon(
  ctx: Ctx,
  { coupon_id: id }: Input<'delCoupon'>,
): Promise<Record<string, never>> {
  if (!(await queries.setCouponDeleted(refOf(ctx), id, ctx.now))) throw new AppError('notFound')
  const before = audited(await demandCoupon(ctx, id))
  await audit(ctx, { call: 'delCoupon', object: 'coupon', objectId: id, before })
  return {}
}

/** Restores a deleted coupon. What was received of it can be used again. */
export async function restoreCoupon(ctx: Ctx, { coupon_id: id }: Input<'restoreCoupon'>): Promise<Coupon> {
  if (!(await queries.setCouponDeleted(refOf(ctx), id, null))) throw new AppError('notFound')
  const coupon = await demandCoupon(ctx, id)
  await audit(ctx, { call: 'restoreCoupon', object: 'coupon', objectId: id, after: audited(coupon) })
  return coupon
}

export const getCardCouponList = (
  ctx: Ctx,
  { condition, ...page }: Input<'getCardCouponList'>,
): Promise<LongList<CardCoupon>> => listGrants(ctx, page, condition)
