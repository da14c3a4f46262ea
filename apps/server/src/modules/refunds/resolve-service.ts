/**
 * The operator records what became of a refund that the provider does not answer, as a person has learned it from the
 * provider: GKash is asked for a refund once, and a lost call would leave it open for ever.
 */
import type { RefundReason } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { operator, operatorOrigin } from '../../kernel/operator.ts'
import { takenUntil } from '../../kernel/outside-runs.ts'
import { payOrderOf } from '../payments/index.ts'
import * as queries from './refund-queries.ts'
import { bookDone, bookRefused } from './run-service.ts'

export type RefundEnd = 'done' | 'not-done'

/** `busy`: a process may be asking the provider at this moment, and would learn something else. */
export type Resolution = 'resolved' | 'unknown' | 'busy'

const notDone: RefundReason = 'notDone'

/** Ends the open refund of a bill, with the reason in the audit. */
export const resolveRefund = (
  deps: Deps,
  tenantId: string,
  orderno: string,
  { end, reason }: { end: RefundEnd; reason: string },
): Promise<Resolution> =>
  inTenant(deps.db.main, tenantId, async (tx): Promise<Resolution> => {
    const now = deps.now()
    const ctx = { deps, tx, tenantId, now }
    const refunds = await queries.refundsOf(ctx, orderno)
    const open = refunds.find(({ state }) => state === 'refunding')
    const refund = open && (await queries.lockRefund(ctx, open.refund_id))
    if (!refund) return 'unknown'
    // A process that has taken the refund has set the next run to the end of its time.
    if (refund.sent_at === null || refund.next_at === null || refund.next_at <= takenUntil(now)) return 'busy'
    const order = await payOrderOf(ctx, orderno)
    if (!order) return 'unknown'
    const { amount, part } = refund
    if (end === 'done') await bookDone(ctx, refund, order)
    else await bookRefused(ctx, refund, notDone)
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: end === 'done' ? 'ops.refundDone' : 'ops.refundNotDone',
      object: 'bill',
      objectId: orderno,
      after: { orderno, refund_fee: amount, part_refund: part, remarks: reason },
    })
    return 'resolved'
  })
