import type { Envelope } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { putIntoInbox } from './inbox-queries.ts'

/** A machine's clock is trusted from a week ago to two minutes ahead; otherwise the time of arrival counts. */
const oldestMs = 7 * 24 * 3_600_000
const newestMs = 120_000

const momentOf = (now: Date, ts: number): Date =>
  ts > now.getTime() - oldestMs && ts < now.getTime() + newestMs ? new Date(ts) : now

/** Stores a sale or an order until bills book it. */
export async function takeIntoInbox(
  ctx: MachineCtx,
  { mid, ts, data }: Envelope,
  kind: 'sale' | 'order',
): Promise<boolean> {
  return putIntoInbox(ctx, { mid, kind, data, sentAt: momentOf(ctx.now, ts) })
}
