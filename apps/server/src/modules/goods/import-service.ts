/**
 * A catalogue comes in by a sheet in three steps: it is read and judged line by line, looked at, and then applied as
 * a whole by a job. Lines with errors are left out; goods that somebody changed after the preview stop it all.
 */
import { setImmediate } from 'node:timers/promises'

import {
  type goodsCalls,
  type ImportKind,
  importMaxRows,
  type ImportPreview,
  type ImportRow,
  type List,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { readSheetApart } from '../../kernel/sheets/read-apart.ts'
import { BadSheet, defaultSheetLimits, type SheetRow } from '../../kernel/sheets/read-xlsx.ts'
import { tellGoodsRenamed } from '../channels/index.ts'
import { getJob, startJob, type Task } from '../jobs/index.ts'
import { complete, facts } from './goods-service.ts'
import { findMany, insertMany, lockMany, updateMany } from './goods-store.ts'
import * as store from './import-store.ts'
import { columnsOf, judgeRow, numberIn, refusedRow } from './sheet-rows.ts'

const limits = { ...defaultSheetLimits, maxRows: importMaxRows + 1 }
const pieceSize = 250

type Input<Name extends keyof typeof goodsCalls> = ParsedInputOf<(typeof goodsCalls)[Name]>

export async function previewImport(ctx: OutsideCtx, file: Uint8Array): Promise<ImportPreview> {
  const [header, ...rows] = await readSheetApart(file, limits, ctx.tenant.id).catch((error: unknown) => {
    throw error instanceof BadSheet ? refusalOf(error) : error
  })
  const columns = columnsOf(header, ctx.locale)
  if (rows.length === 0) throw new AppError('sheetEmpty')
  return inOwnTenant(ctx, async (tx) => {
    const judged = await judge({ ...ctx, tx }, rows, columns)
    const of = (kind: ImportKind): number => judged.filter((row) => row.kind === kind).length
    return {
      import: await store.insertImport({ ...ctx, tx }, judged),
      add: of('add'),
      change: of('change'),
      same: of('same'),
      error: of('error'),
    }
  })
}

function refusalOf({ reason, limit }: BadSheet): AppError {
  if (reason === 'encrypted') return new AppError('sheetLocked')
  if (limit === 'maxRows') return new AppError('sheetTooLong', { max: importMaxRows })
  return new AppError('badSheet')
}

type Columns = ReturnType<typeof columnsOf>

async function judge(ctx: Ctx, rows: readonly SheetRow[], columns: Columns): Promise<store.JudgedRow[]> {
  const numbers = rows.map((row) => numberIn(row, columns))
  const present = await findMany(
    ctx,
    [...new Set(numbers)].filter((number) => /^[1-9]\d{0,17}$/.test(number)),
  )
  const seen = new Set<string>()
  const judged: store.JudgedRow[] = []
  for (const [i, row] of rows.entries()) {
    // Five thousand lines take a while, and others have calls too.
    if (i % pieceSize === 0) await setImmediate()
    const number = numbers[i] ?? ''
    const goods = present.get(number)
    if (number !== '' && !goods) judged.push(refusedRow(row, columns, 'unknownGoods', ctx.locale))
    else if (seen.has(number)) judged.push(refusedRow(row, columns, 'repeatedGoods', ctx.locale))
    else judged.push(judgeRow({ row, columns, present: goods, locale: ctx.locale }))
    if (number !== '') seen.add(number)
  }
  return judged
}

export async function getImportRows(
  ctx: Ctx,
  { condition, ...page }: Input<'getImportRows'>,
): Promise<List<ImportRow>> {
  const rows = await store.listRows(ctx, page, condition)
  if (!rows) throw new AppError('notFound')
  return rows
}

export async function applyImport(ctx: Ctx, input: Input<'applyImport'>): Promise<{ job: string }> {
  const found = await store.lockImport(ctx, input.import)
  if (!found) throw new AppError('notFound')
  if (found.applied || (found.job && (await getJob(ctx, found.job)).state !== 'failed'))
    throw new AppError('importApplied')
  const receipt = await startJob(ctx, 'goodsImport', input, 'goods.manage')
  await store.noteJob(ctx, input.import, receipt.job)
  await audit(ctx, { call: 'applyImport', object: 'goodsImport', objectId: input.import })
  return receipt
}

/** Does what the preview said, all of it or nothing. Asked again, it finds that it is done. */
export const goodsImport: Task<Input<'applyImport'>> = {
  access: 'goods.manage',
  async run(ctx, { import: id }, progress) {
    const found = await store.lockImport(ctx, id)
    if (!found) throw new AppError('notFound')
    const changes = await store.changesOf(ctx, id)
    if (found.applied) return changes.length
    await lockMany(
      ctx,
      changes.flatMap(({ goods_id: goods }) => goods ?? []),
    )
    const renamed: string[] = []
    for (let done = 0; done < changes.length; done += pieceSize) {
      renamed.push(...(await apply(ctx, changes.slice(done, done + pieceSize))))
      await progress(Math.min(done + pieceSize, changes.length), changes.length)
    }
    // Machines after all goods, in the order in which everybody holds them.
    await tellGoodsRenamed(ctx, renamed)
    await store.markApplied(ctx, id)
    return changes.length
  },
}

type Change = Awaited<ReturnType<typeof store.changesOf>>[number]

/** Some lines in few statements. Answers with the goods that have another name now. */
async function apply(ctx: Ctx, changes: readonly Change[]): Promise<string[]> {
  const drafts = changes.flatMap(({ goods_id: id, draft }) => (id === null ? [draft] : []))
  const edits = changes.flatMap(({ goods_id: id, rev, draft }) => (id === null ? [] : [{ id, rev, draft }]))
  const edited = edits.map(({ id }) => id)
  const before = await factsOf(ctx, edited)
  if (before.size < edits.length || (await updateMany(ctx, edits)) < edits.length)
    throw new AppError('importStale')
  const added = await insertMany(ctx, drafts)
  const after = await factsOf(ctx, [...edited, ...added])
  const entries = [...after].map(([id, goods]) => ({
    call: 'applyImport',
    object: 'goods',
    objectId: id,
    after: goods,
    ...(before.has(id) ? { before: before.get(id) } : {}),
  }))
  await audit(ctx, ...entries)
  return edited.filter((id) => before.get(id)?.title !== after.get(id)?.title)
}

/** What the audit keeps of goods, by their numbers. */
async function factsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, ReturnType<typeof facts>>> {
  const found = await findMany(ctx, ids)
  const goods = await complete(
    ctx,
    ids.flatMap((id) => found.get(id) ?? []),
  )
  return new Map(goods.map((one) => [one.goods_id, facts(one)]))
}
