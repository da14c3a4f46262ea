import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteFaultsBefore } from './fault-queries.ts'
import { deleteHeardBefore } from './heard-queries.ts'

const faultDays = 180
/** A message that comes again later than this counts as a new one. */
const heardDays = 30

export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    await deleteFaultsBefore({ tx, tenantId }, daysBefore(now, faultDays))
    await deleteHeardBefore({ tx, tenantId }, daysBefore(now, heardDays))
  })
