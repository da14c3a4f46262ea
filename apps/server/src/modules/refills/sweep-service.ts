import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { accountsDeletedBefore } from '../account/index.ts'
import { storesDeletedBefore } from '../regions/index.ts'
import { forgetRefills, forgetRoutesOf, leaveOutOfRoutes } from './list-queries.ts'
import { forgetVisits } from './visit-queries.ts'

/** Thirteen months, as the ledger, and much longer than a visit may wait before it is sent. */
const visitsKeptDays = 396
/** A refill may name thousands of slots. */
const refillsAtOnce = 100
/** Deleted accounts and stores can be restored; after this time their places on routes are not kept any more. */
const routesKeptDays = 30

/** Deletes refills that cannot be undone any more, old visits, and places on routes of what was deleted. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) => forgetRefills(tx, tenantId, now, atMost), refillsAtOnce)
  await inPortions(deps, tenantId, (tx, atMost) =>
    forgetVisits(tx, tenantId, daysBefore(now, visitsKeptDays), atMost),
  )
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const before = daysBefore(now, routesKeptDays)
    const accounts = await accountsDeletedBefore(ref, before)
    if (accounts.length > 0) await forgetRoutesOf(ref, accounts)
    const stores = await storesDeletedBefore(ref, before)
    if (stores.length > 0) await leaveOutOfRoutes(ref, stores)
  })
}
