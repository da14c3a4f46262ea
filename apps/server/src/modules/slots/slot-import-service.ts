/**
 * Slots of many machines from a sheet, in two steps: the sheet is read and judged line by line, and nothing changes;
 * then the preview is applied as one change, like the one of the slots of some goods. Lines with errors are left out;
 * slots that were changed after the preview, and machines that cannot be edited now, are named in the answer.
 */
import { setImmediate } from 'node:timers/promises'

import {
  countryFacts,
  type GoodsSlotsChange,
  type List,
  type ParsedInputOf,
  type slotCalls,
  slotImportMaxRows,
  type SlotImportPreview,
  type SlotImportRow,
} from '@slotwise/contract'
import type { SheetRow } from '@slotwise/sheets'

import { type Ctx, type OutsideCtx, refOf } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { beginPauses, devicesByIds } from '../devices/index.ts'
import { findAlike, goodsByIds, goodsTitlesOf, holdGoods, readUpload } from '../goods/index.ts'
import * as slots from './goods-slot-queries.ts'
import {
  answer,
  auditEach,
  demandSome,
  divide,
  keyOf,
  lockAll,
  machinesOf,
  valuesIn,
  write,
} from './goods-slot-steps.ts'
import * as changes from './slot-change-queries.ts'
import * as queries from './slot-import-queries.ts'
import { goodsCodeIn, goodsIdIn, judgeSlotRow, type Known, slotColumnsOf, snIn } from './slot-sheet-rows.ts'
import { together } from './slot-values.ts'
import { takeOut } from './many-stock-queries.ts'

type Input<Name extends keyof typeof slotCalls> = ParsedInputOf<(typeof slotCalls)[Name]>
type Columns = ReturnType<typeof slotColumnsOf>

const pieceSize = 250

export async function previewSlotImport(ctx: OutsideCtx, file: Uint8Array): Promise<SlotImportPreview> {
  const { header, rows } = await readUpload(ctx, file, { maxRows: slotImportMaxRows, csv: true })
  const columns = slotColumnsOf(header, {
    locale: ctx.locale,
    currency: countryFacts[ctx.tenant.country].currency,
  })
  if (rows.length === 0) throw new AppError('sheetEmpty')
  return inOwnTenant(ctx, async (tx) => {
    const inside = { ...ctx, tx }
    const known = await readKnown(inside, rows, columns)
    const seen = new Set<string>()
    const judged: queries.JudgedSlotRow[] = []
    for (const [i, row] of rows.entries()) {
      // Five thousand lines take a while; let other calls run in between.
      if (i % pieceSize === 0) await setImmediate()
      judged.push(judgeSlotRow({ row, columns, known, seen, locale: ctx.locale }))
    }
    return queries.countRows(inside, await queries.insertImport(inside, judged))
  })
}

/** The machines, slots and goods that the sheet names, as far as the caller may see them. */
async function readKnown(ctx: Ctx, rows: readonly SheetRow[], columns: Columns): Promise<Known> {
  const texts = (of: typeof snIn): string[] =>
    [...new Set(rows.map((row) => of(row, columns)))].filter((text) => text !== '')
  const ids = await slots.devicesBySn(ctx, texts(snIn))
  const devices = await devicesByIds(ctx, [...ids.values()])
  const present = await slots.slotsOfDevices(ctx, [...ids.values()])
  const alike = await findAlike(
    ctx,
    'goods.code',
    texts(goodsCodeIn).map((code) => code.toLowerCase()),
  )
  return {
    devices: new Map(devices.map((row) => [row.sn, row])),
    slots: new Map(present.map((slot) => [keyOf(slot), slot])),
    goodsById: await goodsByIds(
      ctx,
      texts(goodsIdIn).filter((id) => /^[1-9]\d{0,17}$/.test(id)),
    ),
    goodsByCode: Map.groupBy(alike, ({ code }) => code.toLowerCase()),
    titles: await goodsTitlesOf(refOf(ctx), [...new Set(present.flatMap((slot) => slot.goods_id ?? []))]),
  }
}

export async function getSlotImportRows(
  ctx: Ctx,
  { condition, ...page }: Input<'getSlotImportRows'>,
): Promise<List<SlotImportRow>> {
  const rows = await queries.listRows(ctx, page, condition)
  if (!rows) throw new AppError('notFound')
  return rows
}

export async function applySlotImport(
  ctx: Ctx,
  { import: id }: Input<'applySlotImport'>,
): Promise<GoodsSlotsChange> {
  const found = await queries.lockImport(ctx, id)
  if (!found) throw new AppError('notFound')
  if (found.applied) throw new AppError('importApplied')
  const wanted = await queries.changesOf(ctx, id)
  const titles = await demandGoods(ctx, wanted)
  const locked = await lockAll(ctx, null, wanted)
  const { steps, refused } = divide(ctx, wanted, locked, (slot, _device, want) => {
    if (slot.rev !== want.rev) return 'changed'
    const isOther = want.goods_id !== slot.goods_id
    const quantity = isOther ? 0 : slot.quantity
    const after = { ...slot, goods_id: want.goods_id, price: want.price, max: want.max, quantity }
    return quantity > want.max ? 'stock' : after
  })
  const free = await beginPauses(ctx, machinesOf(steps), 'edit')
  const resting = steps.filter(({ before }) => !free.has(before.device_id))
  refused.push(...resting.map(({ before }) => ({ ...before, reason: 'wait' as const })))
  const changed = steps.filter(({ before }) => free.has(before.device_id))
  demandSome(changed, refused)
  const others = changed.filter(({ before, after }) => before.goods_id !== after.goods_id)
  await takeOut(
    { ...refOf(ctx), now: ctx.now },
    others.map(({ before }) => before),
    'goods',
    ctx.user,
  )
  const tells = changed.some(
    ({ before, after }) => before.goods_id !== after.goods_id || before.price !== after.price,
  )
  await write(ctx, locked.devices, changed, tells)
  await auditEach(ctx, 'applySlotImport', locked.devices, changed, (numbers, these) => {
    const { price, max } = valuesIn(these.map(({ after }) => after))
    const goods = together(these.map(({ after }) => titles.get(after.goods_id ?? '') ?? null))
    return { goods, price, max, channel_sn: numbers }
  })
  await queries.markApplied(ctx, id)
  const undoable = changed.filter(({ before, after }) => before.goods_id === after.goods_id)
  return answer(locked.devices, changed, refused, await changes.insertEach(ctx, undoable, { sizes: true }))
}

/**
 * Locks the goods that come into slots, so that they cannot be deleted meanwhile. Returns the titles of all goods of
 * the lines. Refused when some of those that the sheet names are gone.
 */
async function demandGoods(ctx: Ctx, wanted: readonly queries.WantedSlot[]): Promise<Map<string, string>> {
  const ids = [...new Set(wanted.flatMap(({ goods_id: goods }) => goods ?? []))]
  const held = await holdGoods(ctx, ids)
  const titles = await goodsTitlesOf(refOf(ctx), ids)
  const present = new Map(
    (
      await slots.slotsOfDevices(
        ctx,
        wanted.map(({ device_id: device }) => device),
      )
    ).map((slot) => [keyOf(slot), slot.goods_id]),
  )
  // Goods that stay in their slot may be some that the caller does not see in the catalogue.
  const isGone = (want: queries.WantedSlot): boolean =>
    want.goods_id !== null && !held.has(want.goods_id) && present.get(keyOf(want)) !== want.goods_id
  if (wanted.some(isGone)) throw new AppError('importStale')
  return titles
}

export const getSlotImportUndo = async (ctx: Ctx) => ({ undo: await changes.lastChange(ctx, 'import') })
