import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { forgetVisits } from './visit-queries.ts'

/** Thirteen months, as the ledger, and much longer than a visit may wait before it is sent. */
const visitsKeptDays = 396

export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) =>
    forgetVisits(tx, tenantId, daysBefore(now, visitsKeptDays), atMost),
  )
}
