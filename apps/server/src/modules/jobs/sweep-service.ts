import { jobDays } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore, hoursBefore } from '../../kernel/moments.ts'
import { inPortions, repeatPortions } from '../../kernel/portions.ts'
import { deleteJobs, deleteLinksBefore, jobsBefore } from './job-queries.ts'
import { failStalled } from './run-service.ts'

/** The longest job takes far less; one that is still open was killed in its last attempt. */
const openHours = 2
/** Each has a file to remove. */
const jobsAtOnce = 100

/** Deletes used-up links and old jobs with their files, and fails jobs that no worker runs any more. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) => deleteLinksBefore(tx, tenantId, now, atMost))
  await failStalled(deps, tenantId, hoursBefore(now, openHours))
  await sweepJobs(deps, tenantId, daysBefore(now, jobDays))
}

/**
 * Deletes a merchant's jobs created before the date. A file is removed before its row: after an interruption the next
 * sweep finds the file by that row.
 */
export const sweepJobs = (deps: Deps, tenantId: string, before: Date): Promise<void> =>
  repeatPortions(async (atMost) => {
    const { main } = deps.db
    const old = await inTenant(main, tenantId, (tx) => jobsBefore(tx, tenantId, before, atMost))
    for (const { blob_key: key } of old) if (key) await deps.blobs.remove(key)
    const ids = old.map(({ job_id: id }) => id)
    if (ids.length > 0) await inTenant(main, tenantId, (tx) => deleteJobs(tx, tenantId, ids))
    return old.length
  }, jobsAtOnce)
