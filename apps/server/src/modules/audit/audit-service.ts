import { type AuditEntry, type auditCalls, type LongList, type ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { listPeople, nicknamesOf } from '../account/index.ts'
import * as queries from './audit-queries.ts'

type Input<Name extends keyof typeof auditCalls> = ParsedInputOf<(typeof auditCalls)[Name]>

/** Adds the present nicknames, not those at the time of the line. */
export async function withNicknames(ctx: Ctx, rows: queries.AuditRow[]): Promise<AuditEntry[]> {
  const ids = new Set(rows.flatMap(({ account }) => account ?? []))
  const names = await nicknamesOf(ctx, [...ids])
  return rows.map((row) => ({ ...row, nickname: names.get(row.account ?? '') ?? null }))
}

export async function getAudit(
  ctx: Ctx,
  { condition, ...page }: Input<'getAudit'>,
): Promise<LongList<AuditEntry>> {
  const { data, ...rest } = await queries.listAudit(ctx, page, condition)
  return { data: await withNicknames(ctx, data), ...rest }
}

export const getAuditPeople = (ctx: Ctx, { condition, ...page }: Input<'getAuditPeople'>) =>
  listPeople(ctx, page, condition)
