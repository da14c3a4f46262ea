/** Orders of machines: taken while their customers wait, and answered as soon as there is something to tell. */
import type { DownMessage, Envelope, UpMessage } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { ownerAt } from '../modules/machines/index.ts'
import { answersFor, notePaidSent, type Taken, takeOrder } from '../modules/payments/index.ts'
import { hearOf, stillBound } from '../modules/presence/index.ts'
import type { Binding } from './bindings.ts'
import type { Link } from './link.ts'

type OrderMessage = Envelope<UpMessage<'order'>>

/** A machine that gets no answer for this long has given its order up; clocks may differ by another minute. */
const orderPatienceMs = 120_000

export function serveOrders({ deps, owners, inMachine, send, refuse }: Link) {
  /**
   * A machine gives an order up after a minute, so one that comes later is not taken, if its clock can be believed. One
   * of a time when the machine had no merchant is late, too, if the machine has one now: that is looked up anew, because
   * the machine may just have left. Returns `gone` when the merchant has to be looked up again.
   */
  async function take(
    sn: string,
    binding: Binding,
    message: OrderMessage,
    isSecondLook: boolean,
  ): Promise<'gone' | 'taken'> {
    const owner = ownerAt((await owners.of(sn)) ?? [], message.ts, deps.now())
    const isLate = owner?.dated.byClock && deps.now().getTime() - owner.dated.at.getTime() > orderPatienceMs
    if (!owner && !isSecondLook) return 'gone'
    if (!owner || isLate) {
      refuse('late', sn)
      return 'taken'
    }
    const outcome = await inMachine(sn, binding, (ctx) => takeIfBound(ctx, message), 'command')
    if (outcome === 'gone') return outcome
    if (outcome.isReused) refuse('reused name', sn)
    if (outcome.answer) await answer(sn, binding, outcome.answer)
    return 'taken'
  }

  /** Tells a machine of one order, or of all that are open. */
  async function tell(sn: string, binding: Binding, orderno?: string): Promise<void> {
    const answers = await inMachine(sn, binding, (ctx) => answersFor(ctx, orderno), 'command')
    for (const one of answers) await answer(sn, binding, one)
  }

  /** Sends an answer. That an order is paid is stored as sent afterwards, because the bill shows when it was. */
  async function answer(sn: string, binding: Binding, message: DownMessage<'order'>): Promise<void> {
    const sentAt = deps.now()
    const reached = await send(sn, 'order', message)
    if (message.state !== 'paid' || reached === false) return
    await inMachine(sn, binding, (ctx) => notePaidSent(ctx, message.orderNo, sentAt, reached), 'command')
  }

  return { take, tell }
}

async function takeIfBound(ctx: MachineCtx, message: OrderMessage): Promise<Taken | 'gone'> {
  const known = await stillBound(ctx)
  if (!known) return 'gone'
  await hearOf(ctx, known)
  return takeOrder(ctx, message)
}
