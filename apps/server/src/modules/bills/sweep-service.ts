import type { Deps } from '../../kernel/ctx.ts'
import { sweepDeadlines } from './deadline-service.ts'
import { bookWaiting, sweepInbox } from './inbox-service.ts'
import { sweepRefunds } from './refund-run-service.ts'

/** Finds work whose job was lost, and deletes what is not needed any more: bills stay. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await bookWaiting(deps, tenantId)
  await sweepDeadlines(deps, tenantId, now)
  await sweepRefunds(deps, tenantId, now)
  await sweepInbox(deps, tenantId, now)
}
