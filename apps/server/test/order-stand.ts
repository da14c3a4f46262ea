import type { MachineType } from '@slotwise/contract'
import type { OrderRequest } from '@slotwise/machine-protocol'

import type { PayOrder } from '../src/modules/payments/index.ts'
import { openOrder, takeOrder } from '../src/modules/payments/index.ts'
import type { TestApp } from './app.ts'
import { makeGoods, type Merchant } from './factories.ts'
import { asMachine, type BoundMachine, makeOnlineMachine } from './machines.ts'
import { asOwner } from './owner.ts'

type Slot = { price?: number | null; game_price?: number | null; quantity?: number; enabled?: boolean }

let serial = 0

/** Sells goods in slot 1, at 350 cents unless told otherwise. */
export async function sellIn(
  app: TestApp,
  machine: BoundMachine,
  as: Merchant,
  slot: Slot = {},
): Promise<string> {
  const { goods_id: goods } = await makeGoods(app, as, { title: `Cola ${(serial += 1)}`, price: 350 })
  const { price = 350, game_price: gamePrice = null, quantity = 5, enabled = true } = slot
  await asOwner(
    app,
    `update channel set goods_id = $3, price = $4, game_price = $5, quantity = $6, max = 10, enabled = $7
      where tenant_id = $1 and device_id = $2 and channel_sn = 1`,
    [machine.tenantId, machine.id, goods, price, gamePrice, quantity, enabled],
  )
  return goods
}

/** An online machine that sells something in slot 1. */
export async function makeSelling(
  app: TestApp,
  merchant: Merchant,
  { type = 'vending', store = null, ...slot }: Slot & { type?: MachineType; store?: string | null } = {},
): Promise<BoundMachine> {
  const machine = await makeOnlineMachine(app, merchant, { type, store })
  await sellIn(app, machine, merchant, slot)
  return machine
}

export const requestOf = (more: Partial<OrderRequest> = {}): OrderRequest => ({
  reqId: `r${(serial += 1)}`,
  items: [{ ch: 1, n: 1 }],
  pay: 'wechat',
  kind: 'buy',
  ...more,
})

/** Handles an order of a machine as the gateway does. Returns what the machine is told at once. */
export const ask = async (app: TestApp, machine: BoundMachine, data = requestOf(), ts = 1_790_000_000_000) =>
  (await asMachine(app, machine, (ctx) => takeOrder(ctx, { ts, data }))).answer

export const ordersOf = (app: TestApp, { id }: BoundMachine): Promise<PayOrder[]> =>
  asOwner<PayOrder>(app, 'select * from pay_order where device_id = $1 order by create_at, orderno', [id])

export async function orderOf(app: TestApp, machine: BoundMachine): Promise<PayOrder> {
  const last = (await ordersOf(app, machine)).at(-1)
  if (!last) throw new Error('no order')
  return last
}

/** An order whose QR code is there. */
export async function makeOrder(
  app: TestApp,
  machine: BoundMachine,
  more: Partial<OrderRequest> = {},
): Promise<PayOrder> {
  app.clock.advance(1)
  const refused = await ask(app, machine, requestOf(more))
  if (refused) throw new Error(refused.why)
  const { orderno } = await orderOf(app, machine)
  await openOrder(app.deps, machine.tenantId, orderno)
  return orderOf(app, machine)
}

/** Lines of the ledger about an order. */
export const linesOf = (app: TestApp, { orderno }: PayOrder) =>
  asOwner<{ account: string; amount: number }>(
    app,
    'select account, amount from ledger_line where orderno = $1 order by posting, amount desc',
    [orderno],
  )
