import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteDraftsBefore } from './draft-queries.ts'

const draftDays = 30

/** Deletes forms that were left unsent: they hold clear numbers, though encrypted. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inTenant(deps.db.main, tenantId, (tx) =>
    deleteDraftsBefore({ tx, tenantId }, daysBefore(now, draftDays)),
  )
}
