import type { Deps } from '../../kernel/ctx.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { inPortions } from '../../kernel/portions.ts'
import { inTenant } from '../../kernel/db.ts'
import { deleteWinsBefore } from './game-win-queries.ts'
import { followAt } from './order-jobs-service.ts'
import { winnerDays } from './paid-service.ts'
import { looksBeforeEnd } from './provider-service.ts'
import { deleteUnpaid, overdueOrders } from './unpaid-queries.ts'

/** An order that is open this long after its end has lost its job. */
const lostAfterMs = 120_000
const ordersAtOnce = 1_000
/** As long as the machine's request for the order is known (`bills/inbox-service.ts`). */
const unpaidDays = 400

export async function sweep(deps: Deps, tenantId: string, now: Date): Promise<void> {
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteWinsBefore({ tx, tenantId }, daysBefore(now, winnerDays), atMost),
  )
  await inPortions(deps, tenantId, (tx, atMost) =>
    deleteUnpaid({ tx, tenantId }, daysBefore(now, unpaidDays), atMost),
  )
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId }
    const lost = await overdueOrders(ref, new Date(now.getTime() - lostAfterMs), ordersAtOnce)
    for (const order of lost) await followAt(ref, order, now, looksBeforeEnd)
  })
}
