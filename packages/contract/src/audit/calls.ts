import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { listOf, longListOf, longPageOf, pageOf } from '../kernel/paging.ts'
import { AuditEntry, AuditFilter, AuditPerson, AuditPersonFilter, ExportAudit } from './schemas.ts'

/** What everybody did is for the main account alone. */
export const auditCalls = calls({
  getAudit: {
    path: '/api/v1/a/getAudit',
    access: 'main',
    extension: true,
    input: longPageOf(AuditFilter),
    output: longListOf(AuditEntry).extend({
      /** Where a search for a text ended for this time; `older` goes on from there. Absent when all was searched. */
      searchedTo: z.string().optional(),
    }),
    errors: ['narrowFilter', 'searchTooLong'],
  },
  getAuditPeople: {
    path: '/api/v1/a/getAuditPeople',
    access: 'main',
    extension: true,
    input: pageOf(AuditPersonFilter, 50),
    output: listOf(AuditPerson),
  },
  exportAudit: exportCall({
    path: '/api/v1/a/exportAudit',
    access: 'main',
    extension: true,
    input: ExportAudit,
  }),
})
