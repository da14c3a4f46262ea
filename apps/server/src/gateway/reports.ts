import type { Envelope, UpMessage, UpName } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { takeAck, takeProgress, takeResult } from '../modules/commands/index.ts'
import { takeConfig } from '../modules/devices/index.ts'
import { applyStatus, hearOf, noteMessage, stillBound, takeFault } from '../modules/presence/index.ts'
import { takeSlots } from '../modules/slots/index.ts'

/**
 * `came`: the machine has just reported that it is online; `contested`: once too often within some minutes. `gone`: it does not belong to this merchant any more.
 * `back`: its connections are counted from the beginning again. `wrong`: the message contradicts the command that it is about.
 */
type Outcome = 'came' | 'contested' | 'late' | 'back' | 'taken' | 'gone' | 'wrong'

/** Stores what a machine reports, except its sales and orders, in the transaction of its merchant. */
export async function takeReport(
  ctx: MachineCtx,
  name: Exclude<UpName, 'heartbeat' | 'sale' | 'order'>,
  message: Envelope,
): Promise<Outcome> {
  // The gateway has read the message by the schema of its name.
  const whole = <Name extends UpName>() => message as Envelope<UpMessage<Name>>
  const as = <Name extends UpName>(): UpMessage<Name> => whole<Name>().data
  const known = await stillBound(ctx)
  if (!known) return 'gone'
  if (name !== 'status') await hearOf(ctx, known)
  const isNew = (): Promise<boolean> => noteMessage(ctx, message, known.boot)
  switch (name) {
    case 'status': {
      const applied = await applyStatus(ctx, whole<'status'>())
      if (applied !== 'taken') return applied
      return as<'status'>().state === 'online' ? 'came' : 'taken'
    }
    case 'slots':
      await takeSlots(ctx, as<'slots'>())
      return 'taken'
    case 'fault':
      if (await isNew()) await takeFault(ctx, whole<'fault'>())
      return 'taken'
    case 'config':
      // Settings are recognised by their revision.
      if (!('init' in as<'config'>()) || (await isNew())) await takeConfig(ctx, as<'config'>())
      return 'taken'
    case 'ack':
      await takeAck(ctx, as<'ack'>())
      return 'taken'
    case 'progress':
      return (await takeProgress(ctx, as<'progress'>())) === 'wrong' ? 'wrong' : 'taken'
    case 'result':
      return (await takeResult(ctx, as<'result'>())) === 'wrong' ? 'wrong' : 'taken'
  }
}
