import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { forgetRefills } from './list-queries.ts'
import { forgetVisits } from './visit-queries.ts'

/** Thirteen months, as the ledger, and much longer than a visit may wait before it is sent. */
const visitsKeptDays = 396
/** A refill may name thousands of slots. */
const refillsAtOnce = 100

/** Deletes refills that cannot be undone any more, and old visits. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) => forgetRefills(tx, tenantId, now, atMost), refillsAtOnce)
  await inPortions(deps, tenantId, (tx, atMost) =>
    forgetVisits(tx, tenantId, daysBefore(now, visitsKeptDays), atMost),
  )
}
