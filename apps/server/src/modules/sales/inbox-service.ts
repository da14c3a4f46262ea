/** How long the names of what machines reported are known. */
import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { deleteReports } from './inbox-queries.ts'

/**
 * A machine that sends a sale again after a longer time is recognised by the bill itself, whose number follows from the
 * machine, the sale and its time.
 */
const knownDays = 400

export const sweepInbox = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) =>
    deleteReports({ tx, tenantId }, { before: daysBefore(now, knownDays), atMost }),
  )
