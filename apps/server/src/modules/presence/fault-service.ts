import type { Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../../kernel/ctx.ts'
import * as queries from './fault-queries.ts'
import { tellOfMachine } from './presence-service.ts'

export async function takeFault(
  ctx: MachineCtx,
  { mid, data: { code, ch = 0, raw, active } }: Envelope<UpMessage<'fault'>>,
): Promise<void> {
  // Ignores faults of slots that neither our records nor the machine know.
  if (active && ch > 0 && !(await queries.hasSlot(ctx, ch))) return
  const fault = { code, channel: ch, raw, mid }
  const isNews = active ? await queries.beginFault(ctx, fault) : await queries.endFault(ctx, fault)
  if (isNews) await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}
