import { type DomainAudit, inGroup } from '../kernel/audit.ts'
import type { refillCalls } from './calls.ts'

/** The fields of a visit are those of slots. */
export const refillAudit = {
  kinds: {},
  calls: inGroup('devices', {
    sendRefillVisit: ['现场补货', '現場補貨', 'Refilled a device on site'],
  }),
  elsewhere: {},
} as const satisfies DomainAudit<typeof refillCalls>
