import type { auditCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { exportAudit } from './export-service.ts'
import { getAudit, getAuditPeople } from './service.ts'

export const auditHandlers: HandlersOf<typeof auditCalls> = { getAudit, getAuditPeople, exportAudit }
