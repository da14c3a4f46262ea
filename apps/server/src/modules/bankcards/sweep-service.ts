import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteDraftsBefore } from './draft-queries.ts'
import { sweepPhotos } from './photo-service.ts'

const draftDays = 30

/** Deletes forms that were left unsent, and photos that no card uses: they hold clear numbers, though encrypted. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inTenant(deps.db.main, tenantId, (tx) =>
    deleteDraftsBefore({ tx, tenantId }, daysBefore(now, draftDays)),
  )
  await sweepPhotos(deps, tenantId, now)
}
