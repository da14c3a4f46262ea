import type { Envelope, Slip, UpMessage, UpName } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { isCommand, takeAck, takeProgress, takeResult } from '../modules/commands/index.ts'
import { takeConfig } from '../modules/devices/index.ts'
import { applyStatus, hearOf, noteMessage, stillBound, takeFault } from '../modules/presence/index.ts'
import { takeSlots } from '../modules/slots/index.ts'

/**
 * `came`: the machine has just reported that it is online; `contested`: once too often within some minutes. `gone`: it does not
 * belong to this merchant any more. `back`: its connections are counted from the beginning again. A slip: the message is about
 * something that there is not, and changed nothing.
 */
type Outcome = 'came' | 'contested' | 'late' | 'back' | 'taken' | 'gone' | Slip

const noSuchSlot: Slip = { field: 'data.ch', reason: 'unknown value' }
const noSuchCommand: Slip = { field: 'data.id', reason: 'unknown value' }
const notAskedFor: Slip = { field: 'data.items', reason: 'not asked for' }

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
      return (await isNew()) && !(await takeFault(ctx, whole<'fault'>())) ? noSuchSlot : 'taken'
    case 'config':
      // Settings are recognised by their revision.
      if (!('init' in as<'config'>()) || (await isNew())) await takeConfig(ctx, as<'config'>())
      return 'taken'
    case 'ack':
      return ofCommand(ctx, as<'ack'>(), await takeAck(ctx, as<'ack'>()))
    case 'progress':
      return ofCommand(ctx, as<'progress'>(), await takeProgress(ctx, as<'progress'>()))
    case 'result':
      return ofCommand(ctx, as<'result'>(), await takeResult(ctx, as<'result'>()))
  }
}

/** A message about a command may change nothing because it came before, or because there is no such command. */
async function ofCommand(
  ctx: MachineCtx,
  { id }: { id: string },
  taken: boolean | 'wrong',
): Promise<Outcome> {
  if (taken === 'wrong') return notAskedFor
  return taken || (await isCommand(ctx, id)) ? 'taken' : noSuchCommand
}
