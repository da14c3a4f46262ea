import { sql } from 'kysely'

import type { Deps } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { sweepJobs } from '../modules/jobs/index.ts'

const hours = (count: number) => count * 3_600_000
/** How long things are kept after they have served. */
const kept = {
  jobs: hours(7 * 24),
  events: hours(24),
  repeats: hours(24),
  sessions: hours(30 * 24),
  codes: hours(24),
}

/** Forgets what is no longer needed, merchant by merchant. Safe to run twice or to be cut off. */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.now()
  const before = (ms: number) => new Date(now.getTime() - ms)
  const { main } = deps.db
  await main
    .deleteFrom('limit_counter')
    .where('resets_at', '<', before(hours(1)))
    .execute()
  await main.deleteFrom('sms_code').where('expires_at', '<', before(kept.codes)).execute()
  const tenants = await main.selectFrom('login').select('tenant_id').distinct().execute()
  for (const { tenant_id: tenantId } of tenants) {
    await inTenant(main, tenantId, async (tx) => {
      await tx
        .deleteFrom('live_event')
        .where('tenant_id', '=', tenantId)
        .where('created_at', '<', before(kept.events))
        .execute()
      await tx
        .deleteFrom('repeated_call')
        .where('tenant_id', '=', tenantId)
        .where('created_at', '<', before(kept.repeats))
        .execute()
      await tx
        .deleteFrom('file_link')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<', now)
        .execute()
      await tx
        .deleteFrom('session')
        .where('tenant_id', '=', tenantId)
        .where('expires_at', '<', before(kept.sessions))
        .execute()
      await sql`delete from operation_sign where tenant_id = ${tenantId} and expires_at < ${now}`.execute(tx)
    })
    await sweepJobs(deps, tenantId, before(kept.jobs))
  }
}
