import {
  historyCalls,
  historyFieldWords,
  type HistoryLine,
  historyLineWords,
  historyText,
  type Locale,
  stockMover,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { completed } from '../../kernel/pieces.ts'
import { bindingsOf } from '../devices/index.ts'
import { defineExport, instantField } from '../jobs/index.ts'
import { toLine } from './history-service.ts'
import { countHistory, eachHistory } from './history-queries.ts'

/** A line with its words, which several columns share. */
const worded = (locale: Locale, line: HistoryLine) => ({ line, text: historyText(locale, line) })
type Worded = ReturnType<typeof worded>

function fieldsOf({ locale }: Ctx): Field<Worded>[] {
  const label = historyFieldWords[locale]
  const texts = historyLineWords[locale]
  const ended = (line: HistoryLine): string | null => {
    if (line.kind === 'stock') return null
    return line.kind === 'fault' ? line.cleared_at : line.finished_at
  }
  const who = (line: HistoryLine): string | null => {
    if (line.kind === 'fault') return null
    return line.username || (line.kind === 'stock' ? stockMover(locale, line) : texts.bySystem)
  }
  /** Stock has columns of its own, so its details are left out. */
  const details = ({ line, text }: Worded) => (line.kind === 'stock' ? null : text.details.join('\n'))
  return [
    instantField(label.at, ({ line }) => line.at),
    { header: label.kind, width: 14, of: ({ line }) => texts[line.kind] },
    { header: label.what, width: 28, of: ({ text }) => text.title },
    {
      header: label.slot_no,
      kind: 'number',
      of: ({ line }) => (line.kind === 'command' ? null : line.channel_sn),
    },
    { header: label.goods, width: 24, of: ({ line }) => (line.kind === 'stock' ? line.goods : null) },
    { header: label.before, kind: 'number', of: ({ line }) => (line.kind === 'stock' ? line.before : null) },
    { header: label.after, kind: 'number', of: ({ line }) => (line.kind === 'stock' ? line.after : null) },
    {
      header: label.difference,
      kind: 'number',
      of: ({ line }) => (line.kind === 'stock' ? line.after - line.before : null),
    },
    { header: label.state, width: 14, of: ({ text }) => text.state?.word ?? null },
    { header: label.details, width: 48, of: details },
    instantField(label.ended_at, ({ line }) => ended(line)),
    { header: label.who, width: 18, of: ({ line }) => who(line) },
  ]
}

/** The history of a machine as a sheet, in the caller's language. */
export const historyExport = defineExport(historyCalls, 'exportDevHistory', {
  async demand(ctx, { condition: { sn } }) {
    if ((await bindingsOf(ctx, sn)).length === 0) throw new AppError('notFound')
  },
  async sheet(ctx, { condition: { sn, ...filter } }) {
    const bindings = await bindingsOf(ctx, sn)
    const total = bindings.length === 0 ? 0 : await countHistory(ctx, bindings, filter)
    const lines = completed(eachHistory(ctx, bindings, filter), async (rows) =>
      rows.map((row) => worded(ctx.locale, toLine(row))),
    )
    return sheetOf(historyFieldWords[ctx.locale].history, fieldsOf(ctx), total, lines)
  },
})
