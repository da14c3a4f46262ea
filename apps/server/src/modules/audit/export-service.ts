import {
  auditAddress,
  auditCalls,
  auditChanges,
  auditDeed,
  type AuditEntry,
  auditFieldWords,
  auditObjectKind,
  auditObjectName,
  auditWho,
  fill,
} from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField } from '../jobs/index.ts'
import { resolved, withNames } from './audit-service.ts'
import { countAudit, eachAudit } from './audit-queries.ts'

/** One line per change: `Mode: Routine → Activity`. */
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
    instantField(label.at, (entry) => entry.at),
    { header: label.who, width: 18, of: (entry) => auditWho(locale, entry) },
    { header: label.username, width: 18, of: (entry) => (entry.account === null ? null : entry.username) },
    { header: label.call, width: 24, of: (entry) => auditDeed(locale, entry) },
    { header: label.object, width: 14, of: (entry) => auditObjectKind(locale, entry.object) },
    { header: label.object_name, width: 24, of: (entry) => auditObjectName(locale, entry) },
    { header: label.object_id, width: 10, of: (entry) => entry.object_id },
    { header: label.changes, width: 60, of: (entry) => changesText(ctx, entry) },
    { header: label.address, width: 18, of: (entry) => auditAddress(locale, entry.address) },
    { header: label.request_id, width: 38, of: (entry) => entry.request_id },
  ]
}

/** The audit of a filter as a sheet, in the caller's language. */
export const auditExport = defineExport(auditCalls, 'exportAudit', {
  async sheet(ctx, { condition }) {
    const filter = await resolved(ctx, condition)
    const total = await countAudit(ctx, filter)
    const entries = completed(eachAudit(ctx, filter), (rows) => withNames(ctx, rows))
    return sheetOf(auditFieldWords[ctx.locale].audit, fieldsOf(ctx), total, entries)
  },
})
