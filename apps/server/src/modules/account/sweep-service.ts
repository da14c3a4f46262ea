import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteSessionsBefore, deleteSignsBefore } from './account-queries.ts'
import { deleteCodesBefore } from './code-queries.ts'

const sessionDays = 30
const codeDays = 1

export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    await deleteSignsBefore(tx, tenantId, now)
    await deleteSessionsBefore(tx, tenantId, daysBefore(now, sessionDays))
  })

/** Codes belong to phones, not to merchants. */
export const sweepCodes = (deps: Deps, now: Date): Promise<void> =>
  deleteCodesBefore(deps.db.main, daysBefore(now, codeDays))
