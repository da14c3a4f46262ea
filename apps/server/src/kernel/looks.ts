import { askForJob } from './asked-jobs.ts'
import type { TenantRef } from './ctx.ts'

export const lookTask = 'look'

/** What changes within this time is seen by one look. */
const gatherMs = 3_000

/**
 * Asks for a look at the merchant's machines, which opens and closes alerts (`modules/alerts`). Called in the
 * transaction of a change by which an alert may begin or end, by modules that know nothing of alerts.
 */
export const lookSoon = ({ tx, tenantId, now }: TenantRef & { now: Date }): void =>
  askForJob({ tx, tenantId }, { task: lookTask, at: new Date(now.getTime() + gatherMs), counts: 'first' })
