import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { deleteClosedBefore } from './alert-queries.ts'

/** As long as faults are kept. */
const closedDays = 180

export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) =>
    deleteClosedBefore({ tx, tenantId }, daysBefore(now, closedDays), atMost),
  )
