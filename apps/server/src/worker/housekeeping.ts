import { sql } from 'kysely'

import type { Deps } from '../kernel/ctx.ts'
import { inTenant } from '../kernel/db.ts'
import { tenantIds } from '../kernel/tenants.ts'
import { sweepGoods } from '../modules/goods/jobs.ts'
import { failStalled, sweepJobs } from '../modules/jobs/index.ts'

const hours = (count: number) => count * 3_600_000
/** How long things are kept after they have served. */
const kept = {
  jobs: hours(7 * 24),
  events: hours(24),
  repeats: hours(24),
  sessions: hours(30 * 24),
  codes: hours(24),
  openJobs: hours(2),
  incoming: hours(24),
  /** What machines were told, and what was wrong with them. */
  machines: hours(180 * 24),
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms)

/** Forgets what is no longer needed, merchant by merchant. Safe to run twice or to be cut off. */
export async function sweep(deps: Deps): Promise<void> {
  const now = deps.now()
  const { main } = deps.db
  await main
    .deleteFrom('limit_counter')
    .where('resets_at', '<', ago(now, hours(1)))
    .execute()
  await main.deleteFrom('sms_code').where('expires_at', '<', ago(now, kept.codes)).execute()
  for (const tenantId of await tenantIds(main)) {
    // One merchant's trouble is not the next one's.
    await sweepTenant(deps, tenantId, now).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'sweep'),
    )
  }
  await deps.blobs.sweep(ago(now, kept.incoming))
}

async function sweepTenant(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const old = [
      ['live_event', 'created_at', ago(now, kept.events)],
      ['repeated_call', 'created_at', ago(now, kept.repeats)],
      ['file_link', 'expires_at', now],
      ['operation_sign', 'expires_at', now],
      ['session', 'expires_at', ago(now, kept.sessions)],
      ['command', 'created_at', ago(now, kept.machines)],
      // One that is not over has no end yet, and stays.
      ['device_fault', 'cleared_at', ago(now, kept.machines)],
    ] as const
    for (const [table, column, limit] of old) {
      await sql`delete from ${sql.table(table)} where tenant_id = ${tenantId} and ${sql.ref(column)} < ${limit}`.execute(
        tx,
      )
    }
  })
  await failStalled(deps, tenantId, ago(now, kept.openJobs))
  await sweepJobs(deps, tenantId, ago(now, kept.jobs))
  await sweepGoods(deps, tenantId)
}
