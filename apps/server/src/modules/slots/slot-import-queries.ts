/** Imports of slots: what the author was shown, for a day. */
import {
  type List,
  type Page,
  type SlotImportKind,
  type SlotImportPreview,
  type SlotImportRow,
  type SlotImportRowFilter,
} from '@slotwise/contract'
import { sql } from 'kysely'
import type { z } from 'zod'

import type { Ctx } from '../../kernel/ctx.ts'
import type { Tx } from '../../kernel/db.ts'
import { atPage, countOf } from '../../kernel/paging.ts'
import { countDeleted } from '../../kernel/rows.ts'
import type { PlacedSlot } from './goods-slot-queries.ts'

const pieceSize = 500

/** A line of a sheet, and what applying it would do. */
export type JudgedSlotRow = SlotImportRow & {
  device_id: string | null
  channel_sn: number | null
  rev: number | null
  goods_id: string | null
  price: number | null
  max: number | null
  other_goods: boolean
}

export async function insertImport(ctx: Ctx, rows: readonly JudgedSlotRow[]): Promise<string> {
  const { import_id: id } = await ctx.tx
    .insertInto('slot_import')
    .values({ tenant_id: ctx.tenant.id, account_id: ctx.user.id, created_at: ctx.now })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < rows.length; start += pieceSize) {
    const piece = JSON.stringify(rows.slice(start, start + pieceSize))
    await sql`
      insert into slot_import_row (tenant_id, import_id, "row", kind, sn, title, slot, device_id, channel_sn, rev,
             goods_id, price, max, other_goods, pieces, changes, errors)
      select ${ctx.tenant.id}::bigint, ${id}::bigint, "row", kind, sn, title, slot, device_id, channel_sn, rev,
             goods_id, price, max, other_goods, pieces, changes, errors
        from jsonb_to_recordset(${piece}::jsonb) as v (
             "row" int, kind text, sn text, title text, slot text, device_id bigint, channel_sn int, rev int,
             goods_id bigint, price int, max int, other_goods boolean, pieces int, changes jsonb, errors jsonb)
      returning "row"`.execute(ctx.tx)
  }
  return id
}

/** An import of the caller. Imports of other users are not found. */
const own = (ctx: Ctx, id: string) =>
  ctx.tx
    .selectFrom('slot_import')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('import_id', '=', id)
    .where('account_id', '=', ctx.user.id)

export async function lockImport(ctx: Ctx, id: string): Promise<{ applied: boolean } | undefined> {
  const row = await own(ctx, id).select('applied_at').forUpdate().executeTakeFirst()
  return row && { applied: row.applied_at !== null }
}

export async function markApplied(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx
    .updateTable('slot_import')
    .set({ applied_at: ctx.now })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('import_id', '=', id)
    .execute()
}

const rowsOf = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('slot_import_row').where('tenant_id', '=', ctx.tenant.id).where('import_id', '=', id)

export async function countRows(ctx: Ctx, id: string): Promise<SlotImportPreview> {
  const of = (kind: SlotImportKind) => sql<number>`(count(*) filter (where kind = ${kind}))::int`
  const counts = await rowsOf(ctx, id)
    .select([
      of('change').as('change'),
      of('same').as('same'),
      of('error').as('error'),
      sql<number>`(count(distinct device_id) filter (where kind = 'change'))::int`.as('devices'),
      sql<number>`(count(*) filter (where other_goods))::int`.as('other_goods'),
      sql<number>`coalesce(sum(pieces), 0)::int`.as('pieces'),
    ])
    .executeTakeFirstOrThrow()
  return { import: id, ...counts, slashed: await slashedIn(ctx, id) }
}

/** The prices that fall by more than half. Other goods have another price, so their slots are left out. */
async function slashedIn(ctx: Ctx, id: string): Promise<SlotImportPreview['slashed']> {
  const rows = await ctx.tx
    .selectFrom('slot_import_row as r')
    .innerJoin('channel as c', (join) =>
      join
        .on('c.tenant_id', '=', ctx.tenant.id)
        .onRef('c.device_id', '=', 'r.device_id')
        .onRef('c.channel_sn', '=', 'r.channel_sn'),
    )
    .select([sql<number>`c.price`.as('was'), sql<number>`r.price`.as('price')])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .where('r.tenant_id', '=', ctx.tenant.id)
    .where('r.import_id', '=', id)
    .where('r.kind', '=', 'change')
    .where('r.other_goods', '=', false)
    .where(sql<boolean>`r.price::bigint * 2 < c.price`)
    .orderBy(sql`r.price::numeric / c.price`)
    .limit(1)
    .execute()
  return rows[0] ?? null
}

export async function listRows(
  ctx: Ctx,
  page: Page,
  { import: id, kind }: z.output<typeof SlotImportRowFilter>,
): Promise<List<SlotImportRow> | undefined> {
  if (!(await own(ctx, id).select('import_id').executeTakeFirst())) return undefined
  const all = rowsOf(ctx, id)
  const query = kind === undefined ? all : all.where('kind', '=', kind)
  const data = await query
    .select([
      'row',
      sql<SlotImportKind>`kind`.as('kind'),
      'sn',
      'title',
      'slot',
      'pieces',
      sql<SlotImportRow['changes']>`changes`.as('changes'),
      sql<SlotImportRow['errors']>`errors`.as('errors'),
    ])
    .orderBy('row')
    .$call(atPage(page))
    .execute()
  return { data, count: await countOf(query) }
}

/** A slot as the sheet wants it. */
export type WantedSlot = PlacedSlot & {
  rev: number
  goods_id: string | null
  price: number | null
  max: number
}

/** The lines to apply, in the order of the sheet. */
export const changesOf = (ctx: Ctx, id: string): Promise<WantedSlot[]> =>
  rowsOf(ctx, id)
    .select([
      sql<string>`device_id`.as('device_id'),
      sql<number>`channel_sn`.as('channel_sn'),
      sql<number>`rev`.as('rev'),
      'goods_id',
      'price',
      sql<number>`max`.as('max'),
    ])
    .where('kind', '=', 'change')
    .orderBy('row')
    .execute()

const keptMs = 24 * 3_600_000

export const forgetImports = (tx: Tx, tenantId: string, now: Date, atMost: number): Promise<number> =>
  countDeleted(
    tx
      .deleteFrom('slot_import')
      .where('tenant_id', '=', tenantId)
      .where('import_id', 'in', (eb) =>
        eb
          .selectFrom('slot_import')
          .select('import_id')
          .where('tenant_id', '=', tenantId)
          .where('created_at', '<', new Date(now.getTime() - keptMs))
          .limit(atMost),
      ),
  )
