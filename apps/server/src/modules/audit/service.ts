import {
  type AuditEntry,
  type auditCalls,
  type List,
  maxAuditDepth,
  type ParsedInputOf,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { listPeople, nicknamesOf } from '../account/index.ts'
import * as store from './store.ts'

type Input<Name extends keyof typeof auditCalls> = ParsedInputOf<(typeof auditCalls)[Name]>

/** Names as they are today: whoever was renamed is found under the present name. */
export async function withNicknames(ctx: Ctx, rows: store.AuditRow[]): Promise<AuditEntry[]> {
  const ids = new Set(rows.flatMap(({ account }) => account ?? []))
  const names = await nicknamesOf(ctx, [...ids])
  return rows.map((row) => ({ ...row, nickname: names.get(row.account ?? '') ?? null }))
}

export async function getAudit(
  ctx: Ctx,
  { condition, pageNum, pageSize }: Input<'getAudit'>,
): Promise<List<AuditEntry>> {
  if ((pageNum - 1) * pageSize >= maxAuditDepth)
    throw new AppError('narrowFilter', { max: maxAuditDepth.toLocaleString('en-US') })
  const { data, ...counts } = await store.listAudit(ctx, { pageNum, pageSize }, condition)
  return { data: await withNicknames(ctx, data), ...counts }
}

export const getAuditPeople = (ctx: Ctx, { condition, ...page }: Input<'getAuditPeople'>) =>
  listPeople(ctx, page, condition)
