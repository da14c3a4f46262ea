import type { deviceCalls, HistoryLine, List, ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { bindingsOf } from '../devices/index.ts'
import { countHistory, type HistoryRow, readHistory } from './history-store.ts'

type Input = ParsedInputOf<(typeof deviceCalls)['getDevHistory']>

/** Nobody pages further back than this; a day leads there sooner. */
const most = 2_000

export async function getDevHistory(
  ctx: Ctx,
  { condition: { sn, ...filter }, pageNum, pageSize }: Input,
): Promise<List<HistoryLine>> {
  const from = (pageNum - 1) * pageSize
  if (from + pageSize > most) throw new AppError('chooseDay', { max: most })
  const bindings = await bindingsOf(ctx, sn)
  if (bindings.length === 0) throw new AppError('notFound')
  const rows = await readHistory(ctx, bindings, filter, { from, size: pageSize })
  const count = await countHistory(ctx, bindings, filter, most)
  return { data: rows.map(toLine), count, ...(count === most ? { countCapped: true } : {}) }
}

const instant = (value: unknown): string | null =>
  typeof value === 'string' ? new Date(value).toISOString() : null

export function toLine({ kind, id, at, line }: HistoryRow): HistoryLine {
  const common = { ...line, kind, id, at: at.toISOString() }
  if (kind === 'command') return { ...common, finished_at: instant(line['finished_at']) } as HistoryLine
  if (kind === 'fault') return { ...common, cleared_at: instant(line['cleared_at']) } as HistoryLine
  return common as HistoryLine
}
