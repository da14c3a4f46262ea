import type { Deps } from '../../kernel/ctx.ts'
import { inPortions } from '../../kernel/portions.ts'
import { forgetRefills } from './list-queries.ts'

/** A refill may name thousands of slots. */
const refillsAtOnce = 100

/** Deletes refills that cannot be undone any more. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) => forgetRefills(tx, tenantId, now, atMost), refillsAtOnce)
