import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { lostBefore } from '../../kernel/outside-runs.ts'
import { tellAt } from './event-service.ts'
import { runNoticeAt } from './notice-queries.ts'
import { deleteChatEvents } from './person-queries.ts'
import { deleteOldPushes, overduePushes, runPushAt } from './push-message-queries.ts'
import { sweepBrowsers } from './push-service.ts'
import * as queries from './sweep-queries.ts'

const keptDays = 90
/** A notice may be about thousands of events. */
const noticesAtOnce = 100
const pushesAtOnce = 1_000

/** Finds work whose job was lost, and deletes what was told long ago. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const lost = lostBefore(now)
  const old = daysBefore(now, keptDays)
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    if (await queries.hasUntold(ref, lost)) tellAt(ref, now)
    for (const id of await queries.overdueNotices(ref, lost)) await runNoticeAt(ref, id, now)
    await queries.deleteBinds(ref, daysBefore(now, 1))
    await deleteChatEvents(ref, daysBefore(now, 1))
    await deleteOldPushes(ref, daysBefore(now, 1))
    for (const push of await overduePushes(ref, lost, pushesAtOnce)) await runPushAt(ref, push, now)
  })
  await sweepBrowsers(deps, tenantId, now)
  await inPortions(
    deps,
    tenantId,
    (tx, atMost) => queries.deleteOldNotices({ tx, tenantId }, old, atMost),
    noticesAtOnce,
  )
  await inPortions(deps, tenantId, (tx, atMost) => queries.deleteOldEvents({ tx, tenantId }, old, atMost))
  await inTenant(deps.db.main, tenantId, (tx) => queries.deleteOldReceivers({ tx, tenantId }, old))
}
