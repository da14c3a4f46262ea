import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { foldLines } from './fold-queries.ts'
import { forgetPastGoods } from './past-goods-queries.ts'
import { forgetChanges } from './slot-change-queries.ts'
import { forgetImports } from './slot-import-queries.ts'

/** Thirteen months, so that a month can be compared with the same month of the year before. */
const ledgerDays = 396
/** A change may name thousands of slots. */
const changesAtOnce = 100
/** An import has up to 5,000 lines, which go with it. */
const importsAtOnce = 5

/**
 * Folds old lines of the stock ledger, and deletes old imports, changes that cannot be undone any more, and what slots
 * held so long ago that no machine still has a sale of it.
 */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) =>
    foldLines({ tx, tenantId }, daysBefore(now, ledgerDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) =>
    forgetPastGoods(tx, tenantId, daysBefore(now, ledgerDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) => forgetChanges(tx, tenantId, now, atMost), changesAtOnce)
  await inPortions(deps, tenantId, (tx, atMost) => forgetImports(tx, tenantId, now, atMost), importsAtOnce)
}
