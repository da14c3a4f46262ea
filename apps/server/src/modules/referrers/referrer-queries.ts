import type { List, Page, ReferrerInput, ReferrerPick, ReferrerPickFilter } from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx, TenantRef } from '../../kernel/ctx.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { hundredths } from '../../kernel/percent.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { contains, distanceTo, isOneOf } from '../../kernel/search.ts'
import type { PastTerms } from './terms-model.ts'

type Draft = z.output<typeof ReferrerInput>

export type ReferrerRow = {
  referrer_id: string
  name: string
  number: string
  region: string[]
  commission: number
  rev: number
  created_at: Date
  deleted_at: Date | null
  /** The oldest first. */
  past: PastTerms[]
}

/** Referrers who were there at some time of a month. */
export type Presence = {
  /** The moment after the month. */
  before: Date
  /** Deleted referrers are found when they were deleted from this moment on; undefined: only present ones. */
  deletedSince: Date | undefined
}

type Filter = Presence & { q?: string | undefined; ids?: string[] | undefined }

const ofMerchant = (ctx: Ctx) => ctx.tx.selectFrom('referrer').where('tenant_id', '=', ctx.tenant.id)

const pastTerms = (ctx: Ctx) => sql<PastTerms[]>`(
  select coalesce(json_agg(json_build_object('until', t.until, 'region', t.region::text[],
                                             'commission', t.commission / 100.0) order by t.until), '[]')
    from referrer_past_terms t where t.tenant_id = ${ctx.tenant.id} and t.referrer_id = referrer.referrer_id)`

const columns = [
  'referrer_id',
  'name',
  'number',
  sql<string[]>`region::text[]`.as('region'),
  sql<number>`(commission / 100.0)::float8`.as('commission'),
  'rev',
  'created_at',
  'deleted_at',
] as const
const columnsOf = (ctx: Ctx) => [...columns, pastTerms(ctx).as('past')] as const

/** The newest first. */
export async function referrersIn(ctx: Ctx, filter: Filter): Promise<ReferrerRow[]> {
  const { deletedSince } = filter
  return ofMerchant(ctx)
    .where('created_at', '<', filter.before)
    .where(isOneOf(filter.ids, 'referrer_id'))
    .where(contains(filter.q, ['name', 'number']))
    .where((eb) =>
      eb.or([eb('deleted_at', 'is', null), ...(deletedSince ? [eb('deleted_at', '>=', deletedSince)] : [])]),
    )
    .select(columnsOf(ctx))
    .orderBy('referrer_id', 'desc')
    .execute()
}

/** A referrer, also a deleted one if `withDeleted`. */
export async function findReferrer(
  ctx: Ctx,
  id: string,
  { withDeleted }: { withDeleted: boolean },
): Promise<ReferrerRow | undefined> {
  const query = ofMerchant(ctx).where('referrer_id', '=', id).select(columnsOf(ctx))
  return (withDeleted ? query : query.where('deleted_at', 'is', null)).executeTakeFirst()
}

/** A present referrer. Locks it, so that it does not change meanwhile. */
export const lockReferrer = (ctx: Ctx, id: string): Promise<ReferrerRow | undefined> =>
  ofMerchant(ctx)
    .where('referrer_id', '=', id)
    .where('deleted_at', 'is', null)
    .select(columnsOf(ctx))
    .forNoKeyUpdate()
    .executeTakeFirst()

/** For pickers. Those that are asked for by number are found although they are deleted. */
export async function pickReferrers(
  ctx: Ctx,
  page: Page,
  { q, ids }: z.output<typeof ReferrerPickFilter>,
): Promise<List<ReferrerPick>> {
  const named = ofMerchant(ctx)
    .where(contains(q, ['name', 'number']))
    .where(isOneOf(ids, 'referrer_id'))
  const query = ids ? named : named.where('deleted_at', 'is', null)
  const data = await query
    .select(['referrer_id', 'name', 'number', sql<boolean>`deleted_at is not null`.as('deleted')])
    .orderBy('name')
    .orderBy('referrer_id')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** The referrers that a text means most likely. */
export const searchReferrers = (ctx: Ctx, typed: string, limit: number) =>
  ofMerchant(ctx)
    .where('deleted_at', 'is', null)
    .where(contains(typed, ['name', 'number']))
    .select(['referrer_id', 'name', 'number'])
    .orderBy(distanceTo(typed, ['name', 'number']))
    .orderBy('name')
    .orderBy('referrer_id')
    .limit(limit)
    .execute()

const stored = ({ commission, region, ...draft }: Draft) => ({
  ...draft,
  region: sql<string[]>`${region}::bigint[]`,
  commission: hundredths(commission) ?? 0,
})

export async function insertReferrer(ctx: Ctx, draft: Draft): Promise<string> {
  const row = await ctx.tx
    .insertInto('referrer')
    .values({ ...stored(draft), tenant_id: ctx.tenant.id, created_at: ctx.now })
    .returning('referrer_id')
    .executeTakeFirstOrThrow()
  return row.referrer_id
}

/** Returns false when the row is gone or was changed since `rev`. */
export const updateReferrer = (
  ctx: Ctx,
  id: string,
  rev: number | undefined,
  draft: Draft,
): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('referrer')
      .set((eb) => ({ ...stored(draft), rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('referrer_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

/** Stores what held before a day. On the first change of a day alone, because what it set held on no day. */
export async function insertPastTerms(
  ctx: Ctx,
  id: string,
  { until, region, commission }: PastTerms,
): Promise<void> {
  await ctx.tx
    .insertInto('referrer_past_terms')
    .values({
      tenant_id: ctx.tenant.id,
      referrer_id: id,
      until,
      region: sql<string[]>`${region}::bigint[]`,
      commission: hundredths(commission),
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'referrer_id', 'until']).doNothing())
    .execute()
}

/** Returns false when there was nothing to delete or to restore. */
export const setReferrerDeleted = (ctx: Ctx, id: string, deleted: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('referrer')
      .set({ deleted_at: deleted ? ctx.now : null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('referrer_id', '=', id)
      .where('deleted_at', deleted ? 'is' : 'is not', null),
  )

/** Whether there is such a referrer. Locks it until the call ends, so that it is not deleted meanwhile. */
export async function holdReferrer(ctx: Ctx, id: string): Promise<boolean> {
  const row = await ofMerchant(ctx)
    .where('referrer_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('referrer_id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** The names of referrers, deleted ones included. */
export async function referrerNamesOf(
  { tx, tenantId }: TenantRef,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('referrer')
    .select(['referrer_id', 'name'])
    .where('tenant_id', '=', tenantId)
    .where(isOneOf(ids, 'referrer_id'))
    .execute()
  return new Map(rows.map((row) => [row.referrer_id, row.name]))
}
