import {
  type Area,
  cooperationWords,
  partFailedWords,
  regionCalls,
  regionFieldWords,
  type Store,
  storeModeWords,
  yesNoWords,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { dayField, defineExport } from '../jobs/index.ts'
import { countAreas, eachArea } from './area-queries.ts'
import { countStores, eachStore } from './store-queries.ts'

function areaFields(ctx: Ctx): Field<Area>[] {
  const label = regionFieldWords[ctx.locale]
  return [
    { header: label.area_name, width: 24, of: (area) => area.area_name },
    { header: label.area_phone, width: 18, of: (area) => area.phone },
    { header: label.area_address, width: 36, of: (area) => area.area_address },
    { header: label.store_count, kind: 'number', of: (area) => area.store_count },
    { header: label.remarks, width: 36, of: (area) => area.remarks },
  ]
}

function storeFields(ctx: Ctx): Field<Store>[] {
  const label = regionFieldWords[ctx.locale]
  const mode = storeModeWords[ctx.locale]
  const cooperation = cooperationWords[ctx.locale]
  const yesNo = yesNoWords[ctx.locale]
  const partFailed = partFailedWords[ctx.locale]
  return [
    { header: label.store_name, width: 24, of: (store) => store.store_name },
    { header: label.area, width: 20, of: (store) => store.area_name },
    { header: label.store_address, width: 36, of: (store) => store.store_address },
    { header: label.store_phone, width: 18, of: (store) => store.phone },
    { header: label.manager, width: 16, of: (store) => store.manager },
    { header: label.manager_phone, width: 18, of: (store) => store.manager_phone },
    { header: label.customer_no, width: 16, of: (store) => store.customer_no },
    { header: label.mode, width: 14, of: (store) => store.mode_text || mode[store.mode] },
    { header: label.coo_mode, width: 16, of: (store) => store.coo_mode_text || cooperation[store.coo_mode] },
    dayField(ctx, label.coo_start_date, (store) => store.coo_start_date),
    dayField(ctx, label.coo_end_date, (store) => store.coo_end_date),
    { header: label.auto_refund, of: (store) => (store.auto_refund ? yesNo.yes : yesNo.no) },
    {
      header: label.part_failed,
      width: 24,
      of: (store) => (store.auto_refund ? partFailed[store.part_failed] : ''),
    },
    { header: label.device_count, kind: 'number', of: (store) => store.device_count },
    { header: label.remarks, width: 36, of: (store) => store.remarks },
  ]
}

/** The areas or stores of a filter as a sheet, in the caller's language. */
export const regionsExport = defineExport(regionCalls, 'exportRegions', {
  async sheet(ctx, request) {
    const label = regionFieldWords[ctx.locale]
    if (request.kind === 'area') {
      const total = await countAreas(ctx, request.condition)
      return sheetOf(label.areas, areaFields(ctx), total, eachArea(ctx, request.condition))
    }
    const total = await countStores(ctx, request.condition)
    return sheetOf(label.stores, storeFields(ctx), total, eachStore(ctx, request.condition))
  },
})
