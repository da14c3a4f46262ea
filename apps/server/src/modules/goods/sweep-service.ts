import type { Deps } from '../../kernel/ctx.ts'
import { inPortions } from '../../kernel/portions.ts'
import { forgetImports } from './import-queries.ts'

/** An import has up to 5,000 lines, which go with it. */
const importsAtOnce = 5

/** Deletes old imports of a merchant. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) => forgetImports(tx, tenantId, now, atMost), importsAtOnce)
