import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { lostBefore } from '../../kernel/outside-runs.ts'
import { askToPublish } from './event-service.ts'
import { askToSend, overdueLines } from './send-queries.ts'
import * as queries from './sweep-queries.ts'

/** How long events can be read and sent again. */
const keptDays = 30

/** Finds work whose job was lost, and deletes events of long ago. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const lost = lostBefore(now)
  const old = daysBefore(now, keptDays)
  const webhooks = await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    if (await queries.hasUnnumbered(ref, lost)) askToPublish(ref, now)
    for (const id of await overdueLines(ref, lost)) askToSend(ref, id, now)
    return queries.allWebhooks(ref)
  })
  for (const id of webhooks)
    await inPortions(deps, tenantId, (tx, atMost) =>
      queries.deleteOldDeliveries({ tx, tenantId }, id, old, atMost),
    )
  await inPortions(deps, tenantId, (tx, atMost) => queries.deleteOldEvents({ tx, tenantId }, old, atMost))
  await inTenant(deps.db.main, tenantId, (tx) => queries.deleteOldWebhooks({ tx, tenantId }, old))
}
