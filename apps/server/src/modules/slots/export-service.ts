import {
  type ChannelContent,
  deviceFieldWords,
  faultWords,
  goodsFieldWords,
  type ParsedInputOf,
  slotCalls,
  slotFieldWords,
  slotStateWords,
  yesNoWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { inOnePiece } from '../../kernel/pieces.ts'
import { countDevices, deviceIdsOfFilter } from '../devices/index.ts'
import { defineExport, moneyField } from '../jobs/index.ts'
import { knowsAreas, knowsStores } from '../regions/index.ts'
import {
  countSlotLines,
  countUnsized,
  eachSlotLine,
  readRefill,
  type RefillLine,
  type SlotLine,
} from './export-queries.ts'

type Request = ParsedInputOf<(typeof slotCalls)['exportDevChannel']>

/** Refuses stores and machines that the caller cannot see, instead of writing an empty sheet. */
async function demandChoice(ctx: Ctx, { devs, stores, areas }: Request): Promise<void> {
  const wanted = new Set(devs).size
  if (wanted > 0 && (await countDevices(ctx, { sns: devs })) < wanted)
    throw AppError.atField('devs', 'unknownDevice')
  if (!(await knowsStores(ctx, stores))) throw AppError.atField('stores', 'unknownStore')
  if (!(await knowsAreas(ctx, areas))) throw AppError.atField('areas', 'unknownArea')
}

function groupsOf(ctx: Ctx): Record<ChannelContent, Field<SlotLine>[]> {
  const label = slotFieldWords[ctx.locale]
  const device = deviceFieldWords[ctx.locale]
  const yesNo = yesNoWords[ctx.locale]
  return {
    place: [
      { header: device.area, width: 18, of: (line) => line.area },
      { header: device.store, width: 22, of: (line) => line.store },
    ],
    goods: [
      { header: label.goods, width: 26, of: (line) => line.goods },
      { header: label.goods_code, width: 18, of: (line) => line.code },
      { header: goodsFieldWords[ctx.locale].goods_id, width: 12, of: (line) => line.goods_id },
    ],
    price: [
      moneyField(ctx, label.price, (line) => line.price),
      moneyField(ctx, label.game_price, (line) => line.game_price),
      { header: `${label.rate} (%)`, kind: 'number', of: (line) => line.rate },
    ],
    stock: [
      { header: label.quantity, kind: 'number', of: (line) => line.quantity },
      { header: label.max, kind: 'number', of: (line) => line.max },
      { header: label.missing, kind: 'number', of: (line) => line.max - line.quantity },
    ],
    state: [
      { header: label.enabled, of: (line) => (line.enabled ? yesNo.yes : yesNo.no) },
      {
        header: label.state,
        of: (line) => (line.state === null ? null : slotStateWords[ctx.locale][line.state]),
      },
      {
        header: label.fault,
        width: 22,
        of: (line) => (line.fault === null ? null : faultWords[ctx.locale][line.fault]),
      },
    ],
  }
}

function slotFields(ctx: Ctx, contents: readonly ChannelContent[]): Field<SlotLine>[] {
  const groups = groupsOf(ctx)
  const label = slotFieldWords[ctx.locale]
  const { place, ...rest } = groups
  const wanted = (Object.keys(rest) as Exclude<ChannelContent, 'place'>[]).filter((name) =>
    contents.includes(name),
  )
  return [
    { header: deviceFieldWords[ctx.locale].sn, width: 16, of: (line) => line.sn },
    { header: label.device, width: 24, of: (line) => line.device },
    ...(contents.includes('place') ? place : []),
    { header: label.channel_sn, kind: 'number', of: (line) => line.channel_sn },
    ...wanted.flatMap((name) => rest[name]),
  ]
}

function refillFields(ctx: Ctx): Field<RefillLine>[] {
  const label = slotFieldWords[ctx.locale]
  return [
    { header: label.goods, width: 28, of: (line) => line.goods },
    { header: label.goods_code, width: 18, of: (line) => line.code },
    { header: label.missing, kind: 'number', of: (line) => line.missing },
    { header: label.slot_list, kind: 'number', of: (line) => line.slot_count },
    { header: label.device_count, kind: 'number', of: (line) => line.devices },
  ]
}

/** The slots of machines, or what is missing in them, as a sheet in the language that the request names, else the caller's. */
export const slotsExport = defineExport(slotCalls, 'exportDevChannel', {
  demand: demandChoice,
  audited: ({ type, format, all, condition, devs, stores, areas, discard }) => ({
    export_type: type,
    format,
    all,
    filtered: condition !== undefined,
    devs,
    stores: stores.length,
    areas: areas.length,
    discard,
  }),
  async sheet(caller, request) {
    const ctx = { ...caller, locale: request.locale ?? caller.locale }
    const label = slotFieldWords[ctx.locale]
    const { condition } = request
    const choice = { ...request, listed: condition && deviceIdsOfFilter(ctx, condition) }
    if (request.type === 'goods') {
      const unsized = await countUnsized(ctx, choice)
      const rows = [
        ...(await readRefill(ctx, choice)),
        // Says how many slots the list leaves out, because goods are packed by it.
        ...(unsized.slot_count > 0 ? [{ goods: label.unsized, code: '', missing: null, ...unsized }] : []),
      ]
      return sheetOf(label.refill, refillFields(ctx), rows.length, inOnePiece(rows))
    }
    const total = await countSlotLines(ctx, choice)
    return sheetOf(label.channels, slotFields(ctx, request.contents), total, eachSlotLine(ctx, choice))
  },
})
