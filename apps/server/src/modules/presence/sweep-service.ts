import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteFaultsBefore } from './fault-queries.ts'

const faultDays = 180

export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, (tx) => deleteFaultsBefore({ tx, tenantId }, daysBefore(now, faultDays)))
