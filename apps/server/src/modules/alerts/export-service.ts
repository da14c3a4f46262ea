import {
  type Alert,
  alertCalls,
  alertFieldWords,
  alertKindWords,
  alertStateWords,
  faultWords,
  joinNames,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField, moneyField } from '../jobs/index.ts'
import { countClosed, eachClosed, type Filter } from './alert-queries.ts'
import { asAlerts, openOnes } from './alert-service.ts'

function fieldsOf(ctx: Ctx): Field<Alert>[] {
  const label = alertFieldWords[ctx.locale]
  /** Empty where the figure says nothing. */
  const isLow = (alert: Alert): boolean => alert.kind === 'low_stock' && alert.closed_at === null
  return [
    { header: label.kind, width: 14, of: (alert) => alertKindWords[ctx.locale][alert.kind] },
    {
      header: label.state,
      of: (alert) => alertStateWords[ctx.locale][alert.closed_at === null ? 'open' : 'closed'],
    },
    { header: label.sn, width: 16, of: (alert) => alert.sn },
    { header: label.title, width: 24, of: (alert) => alert.title },
    { header: label.store, width: 22, of: (alert) => alert.store_name },
    instantField(label.opened_at, (alert) => alert.opened_at),
    instantField(label.closed_at, (alert) => alert.closed_at),
    { header: label.low, kind: 'number', of: (alert) => (isLow(alert) ? alert.low : null) },
    { header: label.empty, kind: 'number', of: (alert) => (isLow(alert) ? alert.empty : null) },
    {
      header: label.faults,
      width: 30,
      of: ({ faults }) =>
        joinNames(
          ctx.locale,
          faults.map((code) => faultWords[ctx.locale][code]),
        ),
    },
    moneyField(ctx, label.perHour, (alert) => (alert.closed_at === null ? alert.perHour : null)),
    { header: label.taker, width: 16, of: (alert) => alert.taker_name },
    instantField(label.taken_at, (alert) => alert.taken_at),
    instantField(label.done_at, (alert) => alert.done_at),
    { header: label.remarks, width: 30, of: (alert) => alert.remarks },
  ]
}

async function* openPieces(ctx: Ctx, { rows, trouble }: Awaited<ReturnType<typeof openOnes>>) {
  yield await asAlerts(ctx, rows, trouble)
}

async function read(ctx: Ctx, filter: Filter): Promise<{ total: number; pieces: AsyncIterable<Alert[]> }> {
  if (filter.state === 'closed')
    return {
      total: await countClosed(ctx, filter),
      pieces: completed(eachClosed(ctx, filter), (rows) => asAlerts(ctx, rows)),
    }
  const open = await openOnes(ctx, filter)
  return { total: open.rows.length, pieces: openPieces(ctx, open) }
}

/** The alerts of a filter as a sheet, in the order of the list. */
export const alertsExport = defineExport(alertCalls, 'exportAlerts', {
  async sheet(ctx, { condition }) {
    const { total, pieces } = await read(ctx, condition)
    return sheetOf(alertFieldWords[ctx.locale].alerts, fieldsOf(ctx), total, pieces)
  },
})
