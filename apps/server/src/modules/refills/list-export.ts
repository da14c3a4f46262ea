import { deviceFieldWords, refillCalls, refillFieldWords, slotFieldWords } from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { inOnePiece } from '../../kernel/pieces.ts'
import { defineExport, type Sheet } from '../jobs/index.ts'
import { missingSlots } from '../slots/index.ts'
import { type Plan, planOf, type Stop } from './list-service.ts'

/** Machines whose slots are read at once. */
const pieceSize = 200

type SlotLine = {
  stop: Stop
  /** The place of the store on the route, from 1. */
  place: number
  channel_sn: number
  goods: string | null
  code: string | null
  quantity: number
  max: number
}

async function* slotLines(ctx: Ctx, { choice, stops, goods }: Plan): AsyncGenerator<SlotLine[]> {
  const names = new Map(goods.map(({ goods: { goods_id: id, title, code } }) => [id, { title, code }]))
  const places = new Map([...new Set(stops.map((stop) => stop.store_id))].map((store, i) => [store, i + 1]))
  for (let first = 0; first < stops.length; first += pieceSize) {
    const piece = stops.slice(first, first + pieceSize)
    const slots = Map.groupBy(
      await missingSlots(
        ctx,
        piece.map((stop) => stop.device_id),
        choice,
      ),
      ({ device_id: id }) => id,
    )
    yield piece.flatMap((stop) =>
      (slots.get(stop.device_id) ?? []).map(({ channel_sn, goods_id: id, quantity, max }) => ({
        stop,
        place: places.get(stop.store_id) ?? 0,
        channel_sn,
        goods: names.get(id)?.title ?? null,
        code: names.get(id)?.code ?? null,
        quantity,
        max,
      })),
    )
  }
}

function slotFields(ctx: Ctx): Field<SlotLine>[] {
  const [field, slot, device] = [refillFieldWords, slotFieldWords, deviceFieldWords].map(
    (words) => words[ctx.locale],
  ) as [
    (typeof refillFieldWords)['en-US'],
    (typeof slotFieldWords)['en-US'],
    (typeof deviceFieldWords)['en-US'],
  ]
  return [
    { header: field.stop, kind: 'number', of: (line) => line.place },
    { header: device.area, width: 16, of: (line) => line.stop.area_name },
    { header: device.store, width: 22, of: (line) => line.stop.store_name },
    { header: slot.device, width: 24, of: (line) => line.stop.title },
    { header: device.sn, width: 16, of: (line) => line.stop.sn },
    { header: slot.channel_sn, kind: 'number', of: (line) => line.channel_sn },
    { header: slot.goods, width: 26, of: (line) => line.goods },
    { header: slot.goods_code, width: 18, of: (line) => line.code },
    { header: slot.quantity, kind: 'number', of: (line) => line.quantity },
    { header: slot.max, kind: 'number', of: (line) => line.max },
    { header: field.bring, kind: 'number', of: (line) => line.max - line.quantity },
  ]
}

type GoodsLine = { title: string; code: string; pieces: number | null; slots: number; devices: number }

function goodsFields(ctx: Ctx): Field<GoodsLine>[] {
  const slot = slotFieldWords[ctx.locale]
  return [
    { header: slot.goods, width: 28, of: (line) => line.title },
    { header: slot.goods_code, width: 18, of: (line) => line.code },
    { header: refillFieldWords[ctx.locale].bring, kind: 'number', of: (line) => line.pieces },
    { header: slot.slot_list, kind: 'number', of: (line) => line.slots },
    { header: slot.device_count, kind: 'number', of: (line) => line.devices },
  ]
}

function goodsSheet(ctx: Ctx, { goods, unsized }: Plan): Sheet {
  const lines: GoodsLine[] = goods.map(({ goods: { title, code }, ...figures }) => ({
    title,
    code,
    ...figures,
  }))
  // Says how many slots the list leaves out, because goods are packed by it.
  if (unsized.slots > 0)
    lines.push({ title: slotFieldWords[ctx.locale].unsized, code: '', pieces: null, ...unsized })
  return sheetOf(refillFieldWords[ctx.locale].loadList, goodsFields(ctx), lines.length, inOnePiece(lines))
}

/** The refill list as a sheet: slot by slot in the order of the route, or summed up by product. */
export const refillExport = defineExport(refillCalls, 'exportRefillList', {
  async sheet(ctx, { sheet, condition }) {
    const plan = await planOf(ctx, condition)
    if (sheet === 'goods') return goodsSheet(ctx, plan)
    const total = plan.stops.reduce((sum, stop) => sum + stop.slots, 0)
    return sheetOf(refillFieldWords[ctx.locale].refillList, slotFields(ctx), total, slotLines(ctx, plan))
  },
})
