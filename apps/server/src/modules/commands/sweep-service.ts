import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { deleteCommandsBefore } from './command-queries.ts'

const commandDays = 180

export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, (tx) =>
    deleteCommandsBefore({ tx, tenantId }, daysBefore(now, commandDays)),
  )
