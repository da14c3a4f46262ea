import type { Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import { lookSoon } from '../../kernel/looks.ts'
import { dateMessage } from '../../kernel/machine-clock.ts'
import * as queries from './fault-queries.ts'
import { tellOfMachine } from './presence-service.ts'
import { boundAt } from './state-queries.ts'

/** Returns false for a fault of a slot that neither our records nor the machine know, which is ignored. */
export async function takeFault(
  ctx: MachineCtx,
  { ts, data: { code, ch = 0, raw, active } }: Pick<Envelope<UpMessage<'fault'>>, 'ts' | 'data'>,
): Promise<boolean> {
  if (active && ch > 0 && !(await queries.hasSlot(ctx, ch))) return false
  const dated = dateMessage(ts, ctx.now, await boundAt(ctx))
  const moment = dated.doubtful ? { at: ctx.now, byClock: false } : dated
  const fault = { code, channel: ch, raw }
  const isNews = active
    ? await queries.beginFault(ctx, fault, moment)
    : await queries.endFault(ctx, fault, moment)
  if (!isNews) return true
  lookSoon(ctx)
  await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
  return true
}
