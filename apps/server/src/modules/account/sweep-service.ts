import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions, repeatPortions } from '../../kernel/portions.ts'
import { deleteSessionsBefore, deleteSignsBefore } from './sweep-queries.ts'
import { deleteCodesBefore } from './code-queries.ts'

const sessionDays = 30
const codeDays = 1

export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const ended = daysBefore(now, sessionDays)
  await inPortions(deps, tenantId, (tx, atMost) => deleteSignsBefore(tx, tenantId, now, atMost))
  await inPortions(deps, tenantId, (tx, atMost) => deleteSessionsBefore(tx, tenantId, ended, atMost))
}

/** Codes belong to phones, not to merchants. */
export const sweepCodes = (deps: Deps, now: Date): Promise<void> =>
  repeatPortions((atMost) => deleteCodesBefore(deps.db.main, daysBefore(now, codeDays), atMost))
