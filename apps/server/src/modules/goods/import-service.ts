/**
 * A catalogue is imported from a sheet in three steps: it is read and checked line by line, previewed, and then
 * applied as a whole by a job. Lines with errors are left out; goods that were changed after the preview stop the
 * whole import.
 */
import { setImmediate } from 'node:timers/promises'

import {
  countryFacts,
  type goodsCalls,
  importMaxRows,
  type ImportPreview,
  type ImportRow,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'
import type { SheetRow } from '@slotwise/sheets'

import { audit, type AuditEntry } from '../../kernel/audit.ts'
import type { Ctx, OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { present } from '../../kernel/present.ts'
import { getJob, startJob, type Task } from '../jobs/index.ts'
import { insertChange } from './goods-change-queries.ts'
import { complete, facts, looksChanged } from './goods-service.ts'
import { findAlike, findMany, insertMany, lockMany, updateMany } from './goods-queries.ts'
import { type Before, repriced } from './goods-undo-model.ts'
import { Likenesses, plain, readAlike } from './import-likeness.ts'
import * as queries from './import-queries.ts'
import { readUpload } from './read-upload.ts'
import { columnsOf, judgeRow, numberIn, refusedRow } from './sheet-rows.ts'

const pieceSize = 250

type Input<Name extends keyof typeof goodsCalls> = ParsedInputOf<(typeof goodsCalls)[Name]>

export async function previewImport(ctx: OutsideCtx, file: Uint8Array): Promise<ImportPreview> {
  const { header, rows } = await readUpload(ctx, file, { maxRows: importMaxRows })
  const columns = columnsOf(header, {
    locale: ctx.locale,
    currency: countryFacts[ctx.tenant.country].currency,
  })
  if (rows.length === 0) throw new AppError('sheetEmpty')
  return inOwnTenant(ctx, async (tx) => {
    const inside = { ...ctx, tx }
    const judged = await judge(inside, rows, columns)
    return queries.countRows(inside, await queries.insertImport(inside, judged))
  })
}

type Columns = ReturnType<typeof columnsOf>

async function judge(ctx: Ctx, rows: readonly SheetRow[], columns: Columns): Promise<queries.JudgedRow[]> {
  const numbers = rows.map((row) => numberIn(row, columns))
  const known = await findMany(
    ctx,
    [...new Set(numbers)].filter((number) => /^[1-9]\d{0,17}$/.test(number)),
  )
  const named = new Map(numbers.map((number, i) => [number, rows[i]?.row ?? 0]))
  const likenesses = new Likenesses(await readAlike(ctx, rows, columns), columns, ctx.locale, named)
  const seen = new Set<string>()
  const judged: queries.JudgedRow[] = []
  for (const [i, row] of rows.entries()) {
    // Five thousand lines take a while; let other calls run in between.
    if (i % pieceSize === 0) await setImmediate()
    const number = numbers[i] ?? ''
    const goods = known.get(number)
    if (number === '') judged.push(likenesses.judge(row))
    else if (!goods) judged.push(plain(refusedRow(row, columns, 'unknownGoods', ctx.locale)))
    else if (seen.has(number)) judged.push(plain(refusedRow(row, columns, 'repeatedGoods', ctx.locale)))
    else judged.push(plain(judgeRow({ row, columns, present: goods, locale: ctx.locale })))
    likenesses.note(row)
    if (number !== '') seen.add(number)
  }
  return judged
}

export async function getImportRows(
  ctx: Ctx,
  { condition, ...page }: Input<'getImportRows'>,
): Promise<List<ImportRow>> {
  const rows = await queries.listRows(ctx, page, condition)
  if (!rows) throw new AppError('notFound')
  return rows
}

export async function chooseImport(ctx: Ctx, input: Input<'chooseImport'>): Promise<ImportPreview> {
  await demandOpen(ctx, input.import)
  await queries.chooseRows(ctx, input)
  return queries.countRows(ctx, input.import)
}

/** Locks an import of the caller that is neither applied nor being applied. */
async function demandOpen(ctx: Ctx, id: string): Promise<void> {
  const found = await queries.lockImport(ctx, id)
  if (!found) throw new AppError('notFound')
  if (found.applied || (found.job && (await getJob(ctx, found.job)).state !== 'failed'))
    throw new AppError('importApplied')
}

export async function applyImport(ctx: Ctx, input: Input<'applyImport'>): Promise<{ job: string }> {
  await demandOpen(ctx, input.import)
  const receipt = await startJob(ctx, 'goodsImport', input, 'goods.manage')
  await queries.noteJob(ctx, input.import, receipt.job)
  await audit(ctx, { call: 'applyImport', object: 'goodsImport', objectId: input.import })
  return receipt
}

/** Applies the whole preview or nothing. Run again, it finds that the import was applied and changes nothing. */
export const goodsImport: Task<Input<'applyImport'>> = {
  async run(ctx, { import: id }, progress) {
    const found = await queries.lockImport(ctx, id)
    if (!found) throw new AppError('notFound')
    const changes = await queries.changesOf(ctx, id)
    if (found.applied) return changes.length
    // Goods that got such a code since the preview would be doubled.
    if ((await findAlike(ctx, 'goods.code', await queries.newCodesOf(ctx, id))).length > 0)
      throw new AppError('importStale')
    await lockMany(
      ctx,
      changes.flatMap(({ goods_id: goods }) => goods ?? []),
    )
    const renamedIds: string[] = []
    const priced: Before[] = []
    for (let done = 0; done < changes.length; done += pieceSize) {
      const applied = await apply(ctx, changes.slice(done, done + pieceSize))
      renamedIds.push(...applied.renamedIds)
      priced.push(...applied.priced)
      await progress(Math.min(done + pieceSize, changes.length), changes.length)
    }
    // Done after all goods, because every path locks goods before machines.
    await looksChanged(ctx, renamedIds)
    await queries.markApplied(ctx, id)
    if (priced.length > 0) await insertChange(ctx, 'import', {}, priced)
    return changes.length
  },
}

type Change = Awaited<ReturnType<typeof queries.changesOf>>[number]

/** Applies some lines in few statements. Returns the goods that were renamed, and those with another price. */
async function apply(
  ctx: Ctx,
  changes: readonly Change[],
): Promise<{ renamedIds: string[]; priced: Before[] }> {
  const drafts = changes.flatMap(({ goods_id: id, draft }) => (id === null ? [draft] : []))
  const edits = changes.flatMap(({ goods_id: id, rev, draft }) => (id === null ? [] : [{ id, rev, draft }]))
  const edited = edits.map(({ id }) => id)
  const before = await factsOf(ctx, edited)
  if (before.size < edits.length || (await updateMany(ctx, edits)) < edits.length)
    throw new AppError('importStale')
  const added = await insertMany(ctx, drafts)
  const after = await factsOf(ctx, [...edited, ...added])
  const entries = [...after].map(([id, goods]): AuditEntry => ({
    call: 'applyImport',
    object: 'goods',
    objectId: id,
    after: goods,
    ...(before.has(id) ? { before: before.get(id) } : {}),
  }))
  await audit(ctx, ...entries)
  const pairs = edited.map((id) => ({ id, was: present(before, id), is: present(after, id) }))
  return {
    renamedIds: pairs.filter(({ was, is }) => was.title !== is.title).map(({ id }) => id),
    priced: pairs.flatMap(({ was, is }) => repriced(was, is) ?? []),
  }
}

/** What the audit records of goods, by their numbers. */
async function factsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, ReturnType<typeof facts>>> {
  const found = await findMany(ctx, ids)
  const goods = await complete(
    ctx,
    ids.flatMap((id) => found.get(id) ?? []),
  )
  return new Map(goods.map((one) => [one.goods_id, facts(one)]))
}
