import { type ImportKind, type ImportRow, type List, type Page } from '@slotwise/contract'
import { sql } from 'kysely'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { Draft } from './goods-queries.ts'

const pieceSize = 500

/** A line of a sheet, and what applying it would do. */
export type JudgedRow = ImportRow & { goods_id: string | null; rev: number | null; draft: Draft | null }

export async function insertImport(ctx: Ctx, rows: readonly JudgedRow[]): Promise<string> {
  const { import_id: id } = await ctx.tx
    .insertInto('goods_import')
    .values({
      tenant_id: ctx.tenant.id,
      account_id: ctx.user.id,
      own_only: ctx.ownOnly.goods,
      created_at: ctx.now,
    })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < rows.length; start += pieceSize) {
    const piece = JSON.stringify(rows.slice(start, start + pieceSize))
    await sql`
      insert into goods_import_row (tenant_id, import_id, "row", kind, title, goods_id, rev, draft, changes, errors)
      select ${ctx.tenant.id}::bigint, ${id}::bigint, "row", kind, title, goods_id, rev, draft, changes, errors
        from jsonb_to_recordset(${piece}::jsonb) as v (
             "row" int, kind text, title text, goods_id bigint, rev int, draft jsonb, changes jsonb, errors jsonb)
      returning "row"`.execute(ctx.tx)
  }
  return id
}

/**
 * An import of the caller that was previewed with no more rights than the caller has now. Imports of other users
 * are not found.
 */
const own = (ctx: Ctx, id: string) =>
  ctx.tx
    .selectFrom('goods_import')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('import_id', '=', id)
    .where('account_id', '=', ctx.user.id)
    .where((eb) => (ctx.ownOnly.goods ? eb('own_only', '=', true) : eb.lit(true)))

type Found = { applied: boolean; job: string | null }

export async function lockImport(ctx: Ctx, id: string): Promise<Found | undefined> {
  const row = await own(ctx, id).select(['applied_at', 'job_id']).forUpdate().executeTakeFirst()
  return row && { applied: row.applied_at !== null, job: row.job_id }
}

/** Records the job that applies the import. */
export async function noteJob(ctx: Ctx, id: string, job: string): Promise<void> {
  await ctx.tx
    .updateTable('goods_import')
    .set({ job_id: job })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('import_id', '=', id)
    .execute()
}

export async function markApplied(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx
    .updateTable('goods_import')
    .set({ applied_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('import_id', '=', id)
    .execute()
}

const rowsOf = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('goods_import_row').where('tenant_id', '=', ctx.tenant.id).where('import_id', '=', id)

export async function listRows(
  ctx: Ctx,
  page: Page,
  { import: id, kind }: { import: string; kind?: ImportKind | undefined },
): Promise<List<ImportRow> | undefined> {
  if (!(await own(ctx, id).select('import_id').executeTakeFirst())) return undefined
  const all = rowsOf(ctx, id)
  const query = kind === undefined ? all : all.where('kind', '=', kind)
  const data = await query
    .select([
      'row',
      sql<ImportKind>`kind`.as('kind'),
      'title',
      sql<ImportRow['changes']>`changes`.as('changes'),
      sql<ImportRow['errors']>`errors`.as('errors'),
    ])
    .orderBy('row')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

type Change = { goods_id: string | null; rev: number | null; draft: Draft }

/** The lines to apply, in the order of the sheet. */
export const changesOf = (ctx: Ctx, id: string): Promise<Change[]> =>
  rowsOf(ctx, id)
    .select(['goods_id', 'rev', sql<Draft>`draft`.as('draft')])
    .where(sql<boolean>`kind in ('add', 'change')`)
    .orderBy('row')
    .execute()

const keptMs = 24 * 3_600_000

export const forgetImports = (tx: Tx, tenantId: string, now: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('goods_import')
      .where('tenant_id', '=', tenantId)
      .where('import_id', 'in', (eb) =>
        eb
          .selectFrom('goods_import')
          .select('import_id')
          .where('tenant_id', '=', tenantId)
          .where('created_at', '<', new Date(now.getTime() - keptMs))
          .limit(atMost),
      ),
  )
