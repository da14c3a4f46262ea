import type { Deps } from '../../kernel/ctx.ts'
import { inPortions } from '../../kernel/portions.ts'
import { forgetChanges } from './goods-change-queries.ts'
import { forgetImports } from './import-queries.ts'

/** An import has up to 5,000 lines, which go with it. */
const importsAtOnce = 5

/** A change may name hundreds of goods. */
const changesAtOnce = 100

/** Deletes old imports of a merchant, and changes of goods that cannot be undone any more. */
export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) => forgetImports(tx, tenantId, now, atMost), importsAtOnce)
  await inPortions(deps, tenantId, (tx, atMost) => forgetChanges(tx, tenantId, now, atMost), changesAtOnce)
}
