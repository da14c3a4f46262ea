/** Orders of machines: taken while their customers wait, and answered as soon as there is something to tell. */
import {
  type DownMessage,
  type Envelope,
  type OrderCancel,
  type OrderRequest,
  RequestId,
  type UpMessage,
} from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { ownerAt } from '../modules/machines/index.ts'
import {
  answersFor,
  cancelOrder,
  notePaidSent,
  refuseRequest,
  type Taken,
  takeOrder,
} from '../modules/payments/index.ts'
import { hearOf, stillBound } from '../modules/presence/index.ts'
import type { Binding } from './bindings.ts'
import type { Link } from './link.ts'

type OrderMessage = Envelope<UpMessage<'order'>>
type RequestMessage = Envelope<OrderRequest>

/** `gone`: the merchant has to be looked up again. */
type OrderOutcome = 'gone' | 'taken' | 'late'

/** A machine that gets no answer for this long has given its order up; clocks may differ by another minute. */
const orderPatienceMs = 120_000

export function serveOrders({ deps, owners, inMachine, send, refuse }: Link) {
  /**
   * A machine gives an order up after a minute, so one that comes later is not taken, if its clock can be believed. One
   * of a time when the machine had no merchant is late, too, if the machine has one now: that is looked up anew, because
   * the machine may just have left.
   */
  async function ask(
    sn: string,
    binding: Binding,
    message: RequestMessage,
    isSecondLook: boolean,
  ): Promise<OrderOutcome> {
    const owner = ownerAt((await owners.of(sn)) ?? [], message.ts, deps.now())
    const isLate = owner?.dated.byClock && deps.now().getTime() - owner.dated.at.getTime() > orderPatienceMs
    if (!owner && !isSecondLook) return 'gone'
    if (!owner || isLate) return 'late'
    const outcome = await inMachine(sn, binding, (ctx) => takeIfBound(ctx, message), 'command')
    if (outcome === 'gone') return outcome
    if (outcome.isReused) refuse('reused name', sn)
    if (outcome.answer) await answer(sn, binding, outcome.answer)
    return 'taken'
  }

  /** Takes the word that an order is given up, however late it comes: that does not change any more. */
  async function cancel(sn: string, binding: Binding, order: OrderCancel): Promise<OrderOutcome> {
    const told = await inMachine(
      sn,
      binding,
      async (ctx) => ((await isBound(ctx)) ? { answer: await cancelOrder(ctx, order) } : 'gone'),
      'command',
    )
    if (told === 'gone') return told
    if (told.answer) await answer(sn, binding, told.answer)
    return 'taken'
  }

  const take = (sn: string, binding: Binding, message: OrderMessage, isSecondLook: boolean) => {
    const { data } = message
    return 'cancel' in data ? cancel(sn, binding, data) : ask(sn, binding, { ...message, data }, isSecondLook)
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

  /** Refuses a request that could not be understood, as far as its name can be read: its customer waits for an answer. */
  async function refuseUnread(
    sn: string,
    binding: Binding,
    json: Record<string, unknown> | undefined,
  ): Promise<void> {
    const reqId = reqIdIn(json?.['data'])
    if (reqId === undefined) return
    await send(sn, 'order', await inMachine(sn, binding, (ctx) => refuseRequest(ctx, reqId), 'command'))
  }

  return { take, tell, refuseUnread }
}

function reqIdIn(data: unknown): string | undefined {
  return RequestId.safeParse((data as { reqId?: unknown } | undefined)?.reqId).data
}

const takeIfBound = async (ctx: MachineCtx, message: RequestMessage): Promise<Taken | 'gone'> =>
  (await isBound(ctx)) ? takeOrder(ctx, message) : 'gone'

/** Whether the machine is still the merchant's. If so, it is locked, and its message is a sign of life. */
async function isBound(ctx: MachineCtx): Promise<boolean> {
  const known = await stillBound(ctx)
  if (known) await hearOf(ctx, known)
  return known !== undefined
}
