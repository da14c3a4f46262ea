import type { auditCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { auditExport } from './export-service.ts'
import { getAudit, getAuditPeople } from './audit-service.ts'

export const auditHandlers: HandlersOf<typeof auditCalls> = {
  getAudit,
  getAuditPeople,
  exportAudit: auditExport.start,
}
