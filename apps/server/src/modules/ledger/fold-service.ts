/**
 * Folding adds the lines of the ledger to the sums by day, some minutes after they were booked. A sale waits for no
 * balance, and a balance reads few lines. A line is dated by the moment at which it is booked, so that none is stored
 * before the moment up to which lines are folded; a recount finds one that is (`recount-service.ts`).
 */
import { addDays, countryFacts, dayOf, startOfDay } from '@slotwise/contract'

import type { Deps, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { countryOf } from '../account/index.ts'
import { foldAfterMs, lockFunds } from './balance-queries.ts'
import { addToSums, addUpLines, firstUnfolded, setFolded } from './fold-queries.ts'

/** Folds a merchant's lines, a day in each transaction. Safe to be interrupted, and to run twice at once. */
export async function foldFunds(deps: Deps, tenantId: string): Promise<void> {
  const now = deps.now()
  for (;;) if (!(await inTenant(deps.db.main, tenantId, (tx) => foldDay({ tx, tenantId }, now)))) return
}

/** Folds the first day that has lines. Returns false when none is left. */
async function foldDay(ref: TenantRef, now: Date): Promise<boolean> {
  const limit = new Date(now.getTime() - foldAfterMs)
  const first = await firstUnfolded(ref, limit)
  if (!first) return false
  const until = await lockFunds(ref, now)
  // Another process has folded it meanwhile.
  if (first < until) return true
  const { utcOffsetMinutes } = countryFacts[await countryOf(ref)]
  const day = dayOf(first, utcOffsetMinutes)
  const edge = startOfDay(addDays(day, 1), utcOffsetMinutes)
  const before = edge < limit ? edge : limit
  await addToSums(ref, day, await addUpLines(ref, { since: first, before }))
  await setFolded(ref, before)
  return before < limit
}

/** The job of every few minutes. */
export async function foldAll(deps: Deps): Promise<void> {
  for (const tenantId of await tenantIds(deps.db.main)) {
    // An error with one merchant does not stop the folding of the next.
    await foldFunds(deps, tenantId).catch((error: unknown) =>
      deps.log.error({ err: error, tenant: tenantId }, 'folding of funds'),
    )
  }
}
