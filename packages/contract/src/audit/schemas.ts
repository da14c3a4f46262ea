import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { Id, Ids, text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Day, Instant } from '../kernel/time.ts'

/** One line of the audit: who did what, when, from where, on which object, and what was there before and after. */
export const AuditEntry = z.object({
  audit: Id,
  at: Instant,
  /** Null for the platform's operator, who has no account with the merchant. */
  account: Id.nullable(),
  username: z.string(),
  nickname: z.string().nullable(),
  address: z.string(),
  request_id: z.string(),
  call: z.string(),
  object: z.string(),
  object_id: z.string(),
  /** Of a machine: its number, and its present title. Lines about slots record neither. */
  machine: z.object({ sn: z.string(), title: z.string() }).nullable(),
  before: z.unknown().nullable(),
  after: z.unknown().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

type Days = { from?: string | undefined; to?: string | undefined }

/** Days are the merchant's; both ends are included. */
const filterFields = {
  /** Searched in what was done, by whom, on which machine, and in what was there before and after. */
  q: text(60).optional(),
  account: Id.optional(),
  call: text(60).optional(),
  object: text(40).optional(),
  object_id: text(40).optional(),
  from: Day.optional(),
  to: Day.optional(),
  ids: Ids.optional(),
}
const inOrder = always<Days>(({ from, to }) => !from || !to || from <= to, 'to', 'v:endBeforeStart')
export const AuditFilter = z.strictObject(filterFields).check(inOrder)

/** The accounts that the audit may name, deleted ones included. */
export const AuditPerson = z.object({
  account: Id,
  username: z.string(),
  nickname: z.string(),
  isMain: z.boolean(),
  gone: z.boolean(),
})
export type AuditPerson = z.infer<typeof AuditPerson>

export const AuditPersonFilter = z.strictObject({
  /** Looked for in name and account. */
  q: text(60).optional(),
  ids: Ids.optional(),
})

export const ExportAudit = z.strictObject({ format: ExportFormat, condition: AuditFilter.prefault({}) })
