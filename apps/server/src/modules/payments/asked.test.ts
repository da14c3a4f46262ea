/** What other modules and the customer's page ask of this one: goods for vouchers, orders by their numbers. */
import { orderRefusalWords } from '@slotwise/contract'
import type { OrderRequest } from '@slotwise/machine-protocol'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asTenant } from '../../../test/as-user.ts'
import { giveActivity, makeGoods, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { makeCard } from '../../../test/member-stand.ts'
import { ask, makeOrder, makeSelling, orderOf, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeVoucher } from '../../../test/voucher-stand.ts'
import { findShownOrder, markPaid, paidByCard, type PayOrder } from './index.ts'

const app = await testApp()
let owner: Merchant
let neighbour: Merchant
beforeAll(async () => {
  owner = await makeMerchant(app)
  giveActivity(app, owner)
  neighbour = await makeMerchant(app)
})

describe('a voucher', () => {
  let cola: string
  let water: string
  let machine: BoundMachine
  type Slot = { goods: string; quantity: number; enabled?: boolean }

  async function stock(one: BoundMachine, slots: readonly Slot[]): Promise<void> {
    for (const [index, { goods, quantity, enabled = true }] of slots.entries())
      await asOwner(
        app,
        `update channel set goods_id = $4, price = 350, quantity = $5, max = 20, enabled = $6
          where tenant_id = $1 and device_id = $2 and channel_sn = $3`,
        [one.tenantId, one.id, index + 1, goods, quantity, enabled],
      )
  }

  beforeAll(async () => {
    cola = (await makeGoods(app, owner)).goods_id
    water = (await makeGoods(app, owner)).goods_id
    machine = await makeOnlineMachine(app, owner, { slots: 6 })
  })
  beforeEach(() =>
    stock(machine, [
      { goods: cola, quantity: 2 },
      { goods: water, quantity: 9 },
      { goods: cola, quantity: 4 },
      { goods: cola, quantity: 9, enabled: false },
      { goods: cola, quantity: 4 },
    ]),
  )

  type Items = OrderRequest['items']
  /** The pieces that a new voucher gives, or why it gives none. */
  async function give(quantity: number, items: Items = [], one = machine): Promise<unknown> {
    app.clock.advance(1)
    const { code } = await makeVoucher(app, owner, { goods: cola, quantity })
    const answer = await ask(app, one, requestOf({ pay: 'gift', voucher: code, items }))
    return answer?.state === 'paid' ? answer.items : answer?.why
  }
  const why = orderRefusalWords['zh-CN']

  test('takes the fullest of the open slots that hold its goods, and of equal ones the first', async () => {
    expect(await give(3)).toEqual([{ ch: 3, n: 3 }])
    expect(await give(9)).toEqual([
      { ch: 3, n: 4 },
      { ch: 5, n: 4 },
      { ch: 1, n: 1 },
    ])
    expect(await give(10)).toEqual([
      { ch: 3, n: 4 },
      { ch: 5, n: 4 },
      { ch: 1, n: 2 },
    ])
    expect(await give(11)).toBe(why.soldOut)
  })

  test('gives from the slots that the customer chose, all of its pieces and no more', async () => {
    const chosen = [
      { ch: 1, n: 1 },
      { ch: 5, n: 1 },
      { ch: 1, n: 1 },
    ]
    expect(await give(3, chosen)).toEqual([
      { ch: 1, n: 2 },
      { ch: 5, n: 1 },
    ])
    for (const quantity of [2, 4]) expect(await give(quantity, chosen)).toBe(why.voucherGoods)
    for (const ch of [2, 4, 6]) expect(await give(1, [{ ch, n: 1 }]), String(ch)).toBe(why.voucherGoods)
    expect(
      await give(2, [
        { ch: 1, n: 1 },
        { ch: 2, n: 1 },
      ]),
    ).toBe(why.voucherGoods)
    expect(await give(3, [{ ch: 1, n: 3 }])).toBe(why.soldOut)
  })

  test('gives all of it from the first slot where pieces are not counted', async () => {
    const pulses = await makeOnlineMachine(app, owner, { type: 'pulse', slots: 1 })
    await stock(pulses, [{ goods: cola, quantity: 0 }])
    expect(await give(3, [], pulses)).toEqual([{ ch: 1, n: 3 }])
  })
})

describe('an order as its customer sees it', () => {
  let machine: BoundMachine
  beforeAll(async () => {
    machine = await makeSelling(app, owner, { quantity: 10 })
  })
  const shown = ({ merchant_order: number }: Pick<PayOrder, 'merchant_order'>, client = 'wechat' as const) =>
    findShownOrder(app.deps, number, client)

  test('waits until its time is over, and was paid or closed after that', async () => {
    const [open, paid, closed] = [
      await makeOrder(app, machine),
      await makeOrder(app, machine, { items: [{ ch: 1, n: 2 }] }),
      await makeOrder(app, machine),
    ]
    expect(await shown(open)).toEqual({
      payment: { merchantOrder: open.merchant_order, amount: 350, currency: 'CNY' },
      subject: open.goods[0]?.title,
      state: 'waiting',
      provider: app.deps.payments.wechat,
    })
    const { amount, merchant_order: txn } = paid
    await markPaid(app.deps, owner.tenantId, txn, { state: 'paid', amount, txn, paidAt: app.clock.now })
    await asOwner(app, `update pay_order set state = 'closed' where orderno = $1`, [closed.orderno])
    expect([await shown(paid), await shown(closed)]).toMatchObject([
      { state: 'paid', payment: { amount: 700 } },
      { state: 'closed' },
    ])
    const { now } = app.clock
    const { expires_at: expires } = open
    app.clock.now = new Date((expires?.getTime() ?? 0) - 1)
    expect((await shown(open))?.state).toBe('waiting')
    app.clock.now = expires ?? now
    expect([await shown(open), await shown(paid)]).toMatchObject([{ state: 'closed' }, { state: 'paid' }])
    app.clock.now = now
  })

  test('is found by its whole number, under its own way to pay', async () => {
    const order = await makeOrder(app, machine)
    const { merchant_order: number } = order
    const theirs = number.slice(0, 24) + neighbour.tenantId.padStart(8, '0')
    expect(await findShownOrder(app.deps, number, 'alipay')).toBeUndefined()
    for (const wrong of ['', 'x', `${number}1`, number.slice(0, 24), theirs])
      expect(await findShownOrder(app.deps, wrong, 'wechat')).toBeUndefined()
  })
})

test('orders that a member’s card has paid are told from the others', async () => {
  const machine = await makeSelling(app, owner)
  const next = async (pay: 'card' | 'wechat', card?: string) => {
    app.clock.advance(1)
    await ask(app, machine, requestOf({ pay, ...(card === undefined ? {} : { card }) }))
    return (await orderOf(app, machine)).orderno
  }
  const { cardno } = await makeCard(app, owner, { point: 5_000 })
  const [first, online, second] = [
    await next('card', cardno),
    await next('wechat'),
    await next('card', cardno),
  ]
  const paid = (who: Merchant, ordernos: string[]) => asTenant(app, who, (ref) => paidByCard(ref, ordernos))
  expect(await paid(owner, [first, online, second])).toEqual(new Set([first, second]))
  expect(await paid(owner, [first, 'unknown'])).toEqual(new Set([first]))
  expect(await paid(owner, [])).toEqual(new Set())
  expect(await paid(neighbour, [first])).toEqual(new Set())
})
