import { dayOf } from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import { refundDays } from './books-queries.ts'
import { deleteEndedBefore, deleteRunsBefore } from './case-queries.ts'
import { deleteLinesBefore } from './statement-queries.ts'

const endedDays = 400
/**
 * Statements are imported within 40 days, and compared with the lines of the days before them. A case keeps the
 * provider's amounts after the lines are deleted.
 */
const lineDays = 40 + refundDays + 1

export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  const day = (days: number): string => dayOf(daysBefore(now, days), statementOffsetMinutes)
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteEndedBefore({ tx, tenantId }, daysBefore(now, endedDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) => deleteLinesBefore({ tx, tenantId }, day(lineDays), atMost))
  await inPortions(deps, tenantId, (tx, atMost) => deleteRunsBefore({ tx, tenantId }, day(endedDays), atMost))
}
