import {
  type ImportChoice,
  type ImportDecision,
  type ImportKind,
  importKinds,
  type ImportLikeness,
  type ImportPreview,
  type ImportRow,
  type ImportRowFilter,
  type List,
  type Page,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { Draft } from './goods-queries.ts'

const pieceSize = 500

type Outcome = { goods_id: string | null; rev: number | null; draft: Draft | null }
/** A line that resembles nothing. */
export type PlainRow = Omit<ImportRow, 'like' | 'choice' | 'choices'> & Outcome
/**
 * A line of a sheet, and what applying it would do. Of a line that resembles goods, `draft` and `changes` are those of
 * an update.
 */
export type JudgedRow = ImportRow &
  Outcome & {
    update_kind: 'change' | 'same' | null
    add_draft: Draft | null
    add_changes: ImportRow['changes'] | null
  }

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
      insert into goods_import_row (tenant_id, import_id, "row", kind, title, goods_id, rev, draft, changes, errors,
             "like", choice, choices, update_kind, add_draft, add_changes)
      select ${ctx.tenant.id}::bigint, ${id}::bigint, "row", kind, title, goods_id, rev, draft, changes, errors,
             nullif("like", 'null'), choice, choices, update_kind, nullif(add_draft, 'null'), nullif(add_changes, 'null')
        from jsonb_to_recordset(${piece}::jsonb) as v (
             "row" int, kind text, title text, goods_id bigint, rev int, draft jsonb, changes jsonb, errors jsonb,
             "like" jsonb, choice text, choices text[], update_kind text, add_draft jsonb, add_changes jsonb)
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

/** How many lines there are of each kind. */
export async function countRows(ctx: Ctx, id: string): Promise<ImportPreview> {
  const rows = await rowsOf(ctx, id)
    .select([
      sql<ImportKind>`kind`.as('kind'),
      sql<ImportLikeness | null>`"like" ->> 'by'`.as('like'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .groupBy(['kind', sql`"like" ->> 'by'`])
    .execute()
  const sum = (some: typeof rows): number => some.reduce((all, { count }) => all + count, 0)
  const kinds = Object.fromEntries(
    importKinds.map((kind) => [kind, sum(rows.filter((row) => row.kind === kind))]),
  ) as Record<ImportKind, number>
  const like = (by: ImportLikeness): number => sum(rows.filter((row) => row.like === by))
  return {
    import: id,
    ...kinds,
    slashed: await slashedIn(ctx, id),
    like: { code: like('code'), name: like('name') },
  }
}

/** The list prices that fall by more than half. */
async function slashedIn(ctx: Ctx, id: string): Promise<ImportPreview['slashed']> {
  const price = sql<number>`(r.draft ->> 'price')::int`
  const rows = await ctx.tx
    .selectFrom('goods_import_row as r')
    .innerJoin('goods as g', (join) =>
      join.on('g.tenant_id', '=', ctx.tenant.id).onRef('g.goods_id', '=', 'r.goods_id'),
    )
    .select([sql<number>`g.price`.as('was'), price.as('price')])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .where('r.tenant_id', '=', ctx.tenant.id)
    .where('r.import_id', '=', id)
    .where('r.kind', '=', 'change')
    .where(sql<boolean>`${price}::bigint * 2 < g.price`)
    .orderBy(sql`${price}::numeric / g.price`)
    .limit(1)
    .execute()
  return rows[0] ?? null
}

export async function listRows(
  ctx: Ctx,
  page: Page,
  { import: id, kind, like }: z.output<typeof ImportRowFilter>,
): Promise<List<ImportRow> | undefined> {
  if (!(await own(ctx, id).select('import_id').executeTakeFirst())) return undefined
  let query = rowsOf(ctx, id)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (like !== undefined) query = query.where(sql<boolean>`"like" ->> 'by' = ${like}`)
  const data = await query
    .select([
      'row',
      sql<ImportKind>`kind`.as('kind'),
      'title',
      sql<ImportRow['changes']>`case when choice = 'add' then add_changes else changes end`.as('changes'),
      sql<ImportRow['errors']>`errors`.as('errors'),
      sql<ImportRow['like']>`"like"`.as('like'),
      sql<ImportChoice | null>`choice`.as('choice'),
      sql<ImportChoice[]>`choices`.as('choices'),
    ])
    .orderBy('row')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** Takes a choice over for the lines for which it is possible. */
export async function chooseRows(
  ctx: Ctx,
  { import: id, choice, rows, like }: z.output<typeof ImportDecision>,
): Promise<void> {
  const chosen = rows ? sql`"row" = any(${rows}::int[])` : sql`"like" ->> 'by' = ${like}`
  await sql`
    update goods_import_row
       set choice = ${choice},
           kind = case ${choice}::text when 'update' then update_kind when 'skip' then 'skip' else 'add' end
     where tenant_id = ${ctx.tenant.id} and import_id = ${id} and ${choice} = any(choices) and ${chosen}`.execute(
    ctx.tx,
  )
}

type Change = { goods_id: string | null; rev: number | null; draft: Draft }

/** The lines to apply, in the order of the sheet. */
export const changesOf = (ctx: Ctx, id: string): Promise<Change[]> =>
  rowsOf(ctx, id)
    .select([
      sql<string | null>`case when kind = 'change' then goods_id end`.as('goods_id'),
      'rev',
      sql<Draft>`case when choice = 'add' then add_draft else draft end`.as('draft'),
    ])
    .where(sql<boolean>`kind in ('add', 'change')`)
    .orderBy('row')
    .execute()

/** The codes, in lower case, of goods that are added although no goods had such a code in the preview. */
export async function newCodesOf(ctx: Ctx, id: string): Promise<string[]> {
  const rows = await rowsOf(ctx, id)
    .select(sql<string>`lower(draft ->> 'code')`.as('code'))
    .where('kind', '=', 'add')
    .where('choice', 'is', null)
    .where(sql<boolean>`draft ->> 'code' <> ''`)
    .execute()
  return rows.map(({ code }) => code)
}

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
