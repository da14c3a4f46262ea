/** Deletes expired rows of the kernel's own tables. Modules sweep their own tables. */
import type { Deps } from './ctx.ts'
import { inTenant } from './db.ts'
import { daysBefore, hoursBefore } from './moments.ts'

/** Streams can resume and requests can be repeated for a day; older rows are deleted. */
export const sweepKernel = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const before = daysBefore(now, 1)
    await tx
      .deleteFrom('live_event')
      .where('tenant_id', '=', tenantId)
      .where('created_at', '<', before)
      .execute()
    await tx
      .deleteFrom('repeated_call')
      .where('tenant_id', '=', tenantId)
      .where('created_at', '<', before)
      .execute()
  })

export async function sweepCounters(deps: Deps, now: Date): Promise<void> {
  await deps.db.main.deleteFrom('limit_counter').where('resets_at', '<', hoursBefore(now, 1)).execute()
}
