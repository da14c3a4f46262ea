import type { historyCalls, HistoryLine, LongList, ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { bindingsOf } from '../devices/index.ts'
import { type HistoryRow, listHistory } from './history-queries.ts'

type Input = ParsedInputOf<(typeof historyCalls)['getDevHistory']>

export async function getDevHistory(
  ctx: Ctx,
  { condition: { sn, ...filter }, ...page }: Input,
): Promise<LongList<HistoryLine>> {
  const bindings = await bindingsOf(ctx, sn)
  if (bindings.length === 0) throw new AppError('notFound')
  const { data, ...rest } = await listHistory(ctx, page, bindings, filter)
  return { data: data.map(toLine), ...rest }
}

const instant = (value: unknown): string | null =>
  typeof value === 'string' ? new Date(value).toISOString() : null

export function toLine({ kind, id, at, line }: HistoryRow): HistoryLine {
  const common = { ...line, kind, id, at: at.toISOString() }
  if (kind === 'command') return { ...common, finished_at: instant(line['finished_at']) } as HistoryLine
  if (kind === 'fault') return { ...common, cleared_at: instant(line['cleared_at']) } as HistoryLine
  return common as HistoryLine
}
