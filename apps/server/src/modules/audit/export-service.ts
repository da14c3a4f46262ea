import {
  auditAddress,
  type auditCalls,
  auditCallName,
  auditChanges,
  type AuditEntry,
  auditFieldWords,
  auditObjectKind,
  auditObjectName,
  auditWho,
  fill,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { type Field, sheetOf } from '../../kernel/sheets/fields.ts'
import { type Exporter, startJob } from '../jobs/index.ts'
import { withNicknames } from './service.ts'
import { countAudit, eachAudit } from './store.ts'

type Request = ParsedInputOf<(typeof auditCalls)['exportAudit']>

export async function exportAudit(ctx: Ctx, request: Request): Promise<{ job: string }> {
  const receipt = await startJob(ctx, 'audit', request, 'main')
  await audit(ctx, { call: 'exportAudit', object: 'job', objectId: receipt.job, after: request })
  return receipt
}

/** A line each: `Mode: Routine → Activity`. */
const changesText = (ctx: Ctx, entry: AuditEntry): string => {
  const { arrow, nothing } = auditFieldWords[ctx.locale]
  return auditChanges(ctx.locale, entry)
    .map(({ label, field, before, after }) => {
      const values = fill(arrow, { before: before ?? nothing, after: after ?? nothing })
      return `${label ?? field}: ${entry.before && entry.after ? values : (after ?? before)}`
    })
    .join('\n')
}

function fieldsOf(ctx: Ctx): Field<AuditEntry>[] {
  const { locale } = ctx
  const label = auditFieldWords[locale]
  return [
    { header: label.at, kind: 'datetime', of: (entry) => new Date(entry.at) },
    { header: label.who, width: 18, of: (entry) => auditWho(locale, entry) },
    { header: label.username, width: 18, of: (entry) => (entry.account === null ? null : entry.username) },
    { header: label.call, width: 24, of: (entry) => auditCallName(locale, entry.call) },
    { header: label.object, width: 14, of: (entry) => auditObjectKind(locale, entry.object) },
    { header: label.object_name, width: 24, of: auditObjectName },
    { header: label.object_id, width: 10, of: (entry) => entry.object_id },
    { header: label.changes, width: 60, of: (entry) => changesText(ctx, entry) },
    { header: label.address, width: 18, of: (entry) => auditAddress(locale, entry.address) },
    { header: label.request_id, width: 38, of: (entry) => entry.request_id },
  ]
}

/** The audit of a filter as a sheet, in the language of who asked. */
export const auditExporter: Exporter<Request> = {
  access: 'main',
  async sheet(ctx, { condition }) {
    const total = await countAudit(ctx, condition)
    const entries = completed(eachAudit(ctx, condition), (rows) => withNicknames(ctx, rows))
    return sheetOf(auditFieldWords[ctx.locale].audit, fieldsOf(ctx), total, entries)
  },
}
