import { JobReceipt } from '../jobs/schemas.ts'
import { calls } from '../kernel/call.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { AuditEntry, AuditFilter, AuditPerson, AuditPersonFilter, ExportAudit } from './schemas.ts'

/** What everybody did is for the main account alone. */
export const auditCalls = calls({
  getAudit: {
    path: '/api/v1/a/getAudit',
    access: 'main',
    extension: true,
    input: pageOf(AuditFilter),
    output: listOf(AuditEntry),
    errors: ['narrowFilter'],
  },
  getAuditPeople: {
    path: '/api/v1/a/getAuditPeople',
    access: 'main',
    extension: true,
    input: pageOf(AuditPersonFilter, 50),
    output: listOf(AuditPerson),
  },
  exportAudit: {
    path: '/api/v1/a/exportAudit',
    access: 'main',
    changes: true,
    extension: true,
    input: ExportAudit,
    output: JobReceipt,
    errors: ['jobsFull'],
  },
})
