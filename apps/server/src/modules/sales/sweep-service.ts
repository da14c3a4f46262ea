import type { Deps } from '../../kernel/ctx.ts'
import { sweepDeadlines } from './deadline-service.ts'
import { sweepInbox } from './inbox-service.ts'

/** Finds deadlines whose job was lost, and deletes names of reports that no machine sends any more. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await sweepDeadlines(deps, tenantId, now)
  await sweepInbox(deps, tenantId, now)
}
