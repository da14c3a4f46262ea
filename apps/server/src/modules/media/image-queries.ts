import type { Image, ImageFilter, List, Page } from '@slotwise/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Database, Tx } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import type { Quota } from '../../kernel/quota.ts'
import { atRev, changesOne } from '../../kernel/rows.ts'
import { isOwn } from '../../kernel/scope.ts'
import { contains, isOneOf } from '../../kernel/search.ts'

type Filter = z.output<typeof ImageFilter>
const hoursBefore = (now: Date, count: number): Date => new Date(now.getTime() - count * 3_600_000)

/** Older uploads and deleted pictures are left to the sweep; no call uses them. */
export const oldest = (now: Date) => ({ uploaded: hoursBefore(now, 24), deleted: hoursBefore(now, 30 * 24) })

export type StoredFile = { file: string; width: number; height: number; bytes: number }

/** Goods that show the picture; deleted goods do not count. */
const shownBy = (ctx: Ctx) => sql`
  from goods_image gi join goods g on g.tenant_id = ${ctx.tenant.id} and g.goods_id = gi.goods_id
  where gi.tenant_id = ${ctx.tenant.id} and gi.image_id = image.image_id and g.deleted_at is null`

const inScope = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('image')
    .where('image.tenant_id', '=', ctx.tenant.id)
    .where('image.deleted_at', 'is', null)
    .where(isOwn(ctx, 'goods', 'image.created_by'))

function listed(ctx: Ctx, filter: Filter) {
  const query = inScope(ctx)
    .where(isOneOf(filter.ids, 'image.image_id'))
    .where(contains(filter.q, ['image.name']))
  if (filter.unused === undefined) return query
  const isUsed = sql<boolean>`exists (select 1 ${shownBy(ctx)})`
  return query.where(filter.unused ? sql<boolean>`not ${isUsed}` : isUsed)
}

const asRow = <O>(ctx: Ctx, query: SelectQueryBuilder<Database, 'image', O>) =>
  query.select([
    'image.image_id as img_id',
    'image.rev',
    'image.name',
    'image.file',
    'image.width',
    'image.height',
    'image.bytes',
    'image.created_at',
    sql<number>`(select count(*)::int ${shownBy(ctx)})`.as('used'),
  ])
type Row = Omit<Image, 'created_at'> & { created_at: Date }
const toImage = (row: Row): Image => ({ ...row, created_at: row.created_at.toISOString() })

export async function listImages(ctx: Ctx, page: Page, filter: Filter): Promise<List<Image>> {
  const query = listed(ctx, filter)
  const rows = await asRow(ctx, query).orderBy('image.image_id', 'desc').$call(atPage(page)).execute()
  return { data: rows.map(toImage), count: await countOf(query) }
}

export async function findImage(ctx: Ctx, id: string): Promise<Image | undefined> {
  const row = await asRow(ctx, inScope(ctx)).where('image.image_id', '=', id).executeTakeFirst()
  return row && toImage(row)
}

/** Locks pictures, so that none is deleted while it is added to goods. Returns those that exist. */
export async function lockImages(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await inScope(ctx)
    .select('image.image_id')
    .where(isOneOf(ids, 'image.image_id'))
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.image_id))
}

export async function lockImage(ctx: Ctx, id: string): Promise<boolean> {
  const query = inScope(ctx).select('image.image_id').where('image.image_id', '=', id).forUpdate()
  return (await query.executeTakeFirst()) !== undefined
}

export async function insertImage(ctx: Ctx, name: string, stored: StoredFile): Promise<string> {
  const row = await ctx.tx
    .insertInto('image')
    .values({ ...stored, name, tenant_id: ctx.tenant.id, created_by: ctx.user.id, created_at: ctx.now })
    .returning('image_id')
    .executeTakeFirstOrThrow()
  return row.image_id
}

export const updateImage = (
  ctx: Ctx,
  id: string,
  rev: number | undefined,
  change: { name: string } & Partial<StoredFile>,
): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('image')
      .set((eb) => ({ ...change, rev: eb('rev', '+', 1) }))
      .where('tenant_id', '=', ctx.tenant.id)
      .where('image_id', '=', id)
      .where('deleted_at', 'is', null)
      .where(atRev(rev)),
  )

export const setImageDeleted = (ctx: Ctx, id: string, deleted: boolean): Promise<boolean> =>
  changesOne(
    ctx.tx
      .updateTable('image')
      .set({ deleted_at: deleted ? ctx.now : null })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('image_id', '=', id)
      .where(isOwn(ctx, 'goods', 'image.created_by'))
      .where(
        deleted ? sql<boolean>`deleted_at is null` : sql<boolean>`deleted_at >= ${oldest(ctx.now).deleted}`,
      ),
  )

/** Locks what a merchant uses, so that concurrent uploads cannot exceed the limit. */
export async function lockUse(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures ${tenantId}`}, 0))`.execute(tx)
}

/** The stored files of a merchant: of pictures, also deleted ones until they are swept, and of uploads. */
export async function usedFiles(tx: Tx, tenantId: string): Promise<Quota> {
  const { rows } = await sql<{ count: number; bytes: string }>`
    select count(*)::int as count, coalesce(sum(bytes), 0) as bytes
      from (select file, max(bytes) as bytes
              from (select file, bytes from image where tenant_id = ${tenantId}
                    union all select file, bytes from upload where tenant_id = ${tenantId}) named
             group by file) stored`.execute(tx)
  return { count: rows[0]?.count ?? 0, bytes: Number(rows[0]?.bytes ?? 0) }
}

// Uploads ---------------------------------------------------------------------------------------------------------

type Owner = { tenantId: string; accountId: string }

/** Records an upload. The same file uploaded again only lives longer. */
export async function noteUpload(tx: Tx, owner: Owner, stored: StoredFile, now: Date): Promise<void> {
  await tx
    .insertInto('upload')
    .values({ ...stored, tenant_id: owner.tenantId, account_id: owner.accountId, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'file', 'account_id']).doUpdateSet({ created_at: now }),
    )
    .execute()
}

/** Takes an upload of the caller that no picture uses yet. */
export const takeUpload = (ctx: Ctx, file: string): Promise<StoredFile | undefined> =>
  ctx.tx
    .deleteFrom('upload')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('file', '=', file)
    .where('account_id', '=', ctx.user.id)
    .where('created_at', '>=', oldest(ctx.now).uploaded)
    .returning(['file', 'width', 'height', 'bytes'])
    .executeTakeFirst()

/** The file of a picture that the caller sees: the same file uploaded twice is stored once. */
export const findFile = (ctx: Ctx, file: string): Promise<StoredFile | undefined> =>
  inScope(ctx)
    .select(['image.file', 'image.width', 'image.height', 'image.bytes'])
    .where('image.file', '=', file)
    .forShare()
    .limit(1)
    .executeTakeFirst()

/** Locks a file against concurrent writing and removing, because equal pictures of a merchant share one file. */
export async function lockFile(tx: Tx, tenantId: string, file: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${file}`}, 0))`.execute(tx)
}

export const isNamed = async (tx: Tx, tenantId: string, file: string): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from image where tenant_id = ${tenantId} and file = ${file}
    union all select 1 from upload where tenant_id = ${tenantId} and file = ${file} limit 1`.execute(tx)
  return rows.length > 0
}

/** Files of old uploads and of pictures deleted long ago; other rows may still use them. */
export async function oldFiles(tx: Tx, tenantId: string, now: Date, atMost: number): Promise<string[]> {
  const { uploaded, deleted } = oldest(now)
  const { rows } = await sql<{ file: string }>`
    select file from upload where tenant_id = ${tenantId} and created_at < ${uploaded}
    union select file from image where tenant_id = ${tenantId} and deleted_at < ${deleted}
    limit ${atMost}`.execute(tx)
  return rows.map(({ file }) => file)
}

/**
 * Deletes old uploads and pictures of this file, which the caller has locked. Returns true when no row uses the
 * file.
 */
export async function forgetFile(tx: Tx, tenantId: string, file: string, now: Date): Promise<boolean> {
  const { uploaded, deleted } = oldest(now)
  await sql`delete from upload
    where tenant_id = ${tenantId} and file = ${file} and created_at < ${uploaded}`.execute(tx)
  await sql`delete from image
    where tenant_id = ${tenantId} and file = ${file} and deleted_at < ${deleted}`.execute(tx)
  return !(await isNamed(tx, tenantId, file))
}
