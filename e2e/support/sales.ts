import type { Locator, Page } from '@playwright/test'
import type { UpMessage } from '@slotwise/machine-protocol'

import type { HandMachine } from '../../apps/server/test/hand-machine.ts'
import { stocked } from './devices.ts'
import type { Machines } from './machines.ts'
import type { Merchant } from './merchant.ts'
import { serverUrl } from './server.ts'

let serial = 0

type Sale = UpMessage<'sale'>
const nextId = (): string => `${Date.now()}-${(serial += 1)}`

/** A machine that sells Cola for 3.50 in its first two slots, for a merchant with an operation password. */
export async function seller(
  merchant: Merchant,
  machines: Machines,
  wish: Parameters<Machines['give']>[1] = {},
): Promise<HandMachine> {
  const machine = await stocked(merchant, machines, { title: 'Lobby', slots: 2, ...wish }, { slots: [1, 2] })
  return machines.playByHand(machine)
}

/** Reports a sale: one piece for coins that came out, unless said otherwise. */
export async function sell(machine: HandMachine, wish: Partial<Sale> = {}): Promise<void> {
  await machine.say('sale', {
    saleId: nextId(),
    client: 'coin',
    amount: 350,
    items: [{ ch: 1, n: 1, ok: true }],
    result: 'delivered',
    tookMs: 4_000,
    ...wish,
  })
}

/** Asks for an order, maybe with the code of a coupon; returns its number and the page on which a buyer pays. */
export async function order(
  machine: HandMachine,
  pay: 'wechat' | 'alipay' = 'wechat',
  coupon?: string,
): Promise<{ orderNo: string; payPage: string }> {
  const reqId = nextId()
  await machine.say('order', { reqId, items: [{ ch: 1, n: 1 }], pay, kind: 'buy', ...(coupon && { coupon }) })
  const { orderNo, qr = '' } = await machine.hears(
    'order',
    (answer) => answer.reqId === reqId && answer.state === 'waiting',
  )
  return { orderNo, payPage: serverUrl() + new URL(qr).pathname }
}

/** Pays as the buyer's phone does, and waits until the machine knows. */
export async function pay(
  machine: HandMachine,
  { orderNo, payPage }: { orderNo: string; payPage: string },
): Promise<void> {
  await fetch(payPage, { method: 'POST', body: new URLSearchParams({ action: 'pay' }) })
  await machine.hears('order', (answer) => answer.orderNo === orderNo && answer.state === 'paid')
}

/** A paid order whose goods did not come out. Returns its number. */
export async function failSale(machine: HandMachine): Promise<string> {
  const made = await order(machine)
  await pay(machine, made)
  await sell(machine, {
    orderNo: made.orderNo,
    client: 'wechat',
    items: [{ ch: 1, n: 1, ok: false, fault: 'MOTOR' }],
    result: 'failed',
  })
  return made.orderNo
}

/** The rows of a list, without its header. */
export const rows = (page: Page): Locator => page.locator('.sw-data-table tbody tr')
