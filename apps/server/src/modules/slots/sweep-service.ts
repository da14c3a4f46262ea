import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { foldLines } from './fold-queries.ts'

/** Thirteen months, so that a month can be compared with the same month of the year before. */
const ledgerDays = 396

/** Folds old lines of the stock ledger. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) => foldLines({ tx, tenantId }, daysBefore(now, ledgerDays), atMost))
