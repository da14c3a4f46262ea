import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore, hoursBefore } from '../../kernel/moments.ts'
import { deleteJobsBefore, deleteLinksBefore } from './job-queries.ts'
import { failStalled } from './run-service.ts'

const jobDays = 7
/** The longest job takes far less; one that is still open was killed in its last attempt. */
const openHours = 2

/** Deletes used-up links and old jobs with their files, and fails jobs that no worker runs any more. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inTenant(deps.db.main, tenantId, (tx) => deleteLinksBefore(tx, tenantId, now))
  await failStalled(deps, tenantId, hoursBefore(now, openHours))
  await sweepJobs(deps, tenantId, daysBefore(now, jobDays))
}

/** Deletes a merchant's jobs created before the date, with their files. */
export async function sweepJobs(deps: Deps, tenantId: string, before: Date): Promise<void> {
  const gone = await inTenant(deps.db.main, tenantId, (tx) => deleteJobsBefore(tx, tenantId, before))
  for (const { blob_key: key } of gone) if (key) await deps.blobs.remove(key)
}
