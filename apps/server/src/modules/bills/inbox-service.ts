import type { Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import type { Dated } from '../../kernel/machine-clock.ts'
import { isInInbox, putIntoInbox, type Trade } from './inbox-queries.ts'

export const tradeOf = ({ mid, ts, data }: Envelope<UpMessage<'sale' | 'order'>>): Trade =>
  'saleId' in data
    ? { kind: 'sale', ref: data.saleId, mid, ts, data }
    : { kind: 'order', ref: data.reqId, mid, ts, data }

/**
 * Stores a sale or an order until bills book it. A message sent again is recognised by its name and contents, not by
 * its `mid`, which a machine that has lost its memory uses again. Another sale with a used name is not stored: no one
 * could tell whether it is a second sale or a wrong report of the first.
 */
export async function takeIntoInbox(
  ctx: MachineCtx,
  trade: Trade,
  dated: Dated,
): Promise<'stored' | 'repeated' | 'reused name'> {
  if (await putIntoInbox(ctx, trade, dated)) return 'stored'
  return (await isInInbox(ctx, trade)) ? 'repeated' : 'reused name'
}
