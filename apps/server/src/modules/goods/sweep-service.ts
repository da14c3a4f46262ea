import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { forgetImports } from './import-queries.ts'

/** Deletes old imports of a merchant. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inTenant(deps.db.main, tenantId, (tx) => forgetImports(tx, tenantId, now))
