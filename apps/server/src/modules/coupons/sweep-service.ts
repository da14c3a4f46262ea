import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { deleteUnused } from './sweep-queries.ts'

const keptDays = 365

/** Deletes what was received and never used, a year after its coupon ended or was deleted. Used ones stay. */
export const sweep = (deps: Deps, tenantId: string, now: Date): Promise<void> =>
  inPortions(deps, tenantId, (tx, atMost) =>
    deleteUnused({ tx, tenantId }, daysBefore(now, keptDays), atMost),
  )
