/** Vouchers at machines: each gives its goods once, whatever happens at the same time. */
import { billCalls, orderRefusalWords, paymentCalls, voucherCalls } from '@slotwise/contract'
import type { OrderRequest } from '@slotwise/machine-protocol'
import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { storm } from '../../../test/depth.ts'
import { giveActivity, makeGoods, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeOnlineMachine } from '../../../test/machines.ts'
import { ask, ordersOf, requestOf } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { billsAt, reportSales, saleOf } from '../../../test/report-stand.ts'
import { billOf } from '../../../test/sale-stand.ts'
import { makeVoucher } from '../../../test/voucher-stand.ts'
import { decideBill } from '../sales/index.ts'
import { freeVoucher } from './voucher-queries.ts'

const app = await testApp()
let owner: Merchant
let cola: string
let water: string
let machine: BoundMachine
let sibling: BoundMachine

/** Puts goods into slots of a machine. */
async function stock(
  { id, tenantId }: BoundMachine,
  slots: readonly [number, string, number][],
): Promise<void> {
  for (const [slot, goods, quantity] of slots)
    await asOwner(
      app,
      `update channel set goods_id = $4, price = 350, quantity = $5, max = 20, enabled = true
        where tenant_id = $1 and device_id = $2 and channel_sn = $3`,
      [tenantId, id, slot, goods, quantity],
    )
}

beforeEach(async () => {
  app.clock.advance(1)
  owner = await makeMerchant(app)
  giveActivity(app, owner)
  cola = (await makeGoods(app, owner, { title: 'Cola', price: 350 })).goods_id
  water = (await makeGoods(app, owner, { title: 'Water', price: 200 })).goods_id
  machine = await makeOnlineMachine(app, owner)
  sibling = await makeOnlineMachine(app, owner)
  for (const one of [machine, sibling])
    await stock(one, [
      [1, water, 5],
      [2, cola, 5],
    ])
})

const scan = (one: BoundMachine, code: string, more: Partial<OrderRequest> = {}) =>
  ask(app, one, requestOf({ items: [], pay: 'gift', voucher: code, ...more }))

const why = (name: keyof (typeof orderRefusalWords)['zh-CN']) => orderRefusalWords['zh-CN'][name]
const giftOf = async (id: string) =>
  (await app.call(voucherCalls.getGift, { condition: { ids: [id] } }, { as: owner })).body.result.data[0]
const stockIn = async ({ id }: BoundMachine) =>
  (
    await asOwner<{ quantity: number }>(
      app,
      'select quantity from channel where device_id = $1 and goods_id is not null order by channel_sn',
      [id],
    )
  ).map(({ quantity }) => quantity)

/** The machine reports what came out for an order. */
const report = (one: BoundMachine, orderNo: string, items: { ch: number; n: number; ok: boolean }[]) =>
  reportSales(
    app,
    one,
    saleOf({
      orderNo,
      client: 'gift',
      amount: 0,
      items,
      result: items.every(({ ok }) => ok) ? 'delivered' : items.some(({ ok }) => ok) ? 'part' : 'failed',
    }),
  )

describe('a voucher at a machine', () => {
  test('gives its goods once, from a slot that the server chooses, as a bill without an amount', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola, quantity: 2 })
    const answer = await scan(machine, code)
    expect(answer).toMatchObject({ state: 'paid', amount: 0, items: [{ ch: 2, n: 2 }] })
    const orderno = answer?.orderNo ?? ''
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({
      client: 'gift',
      total_price: 0,
      status: 7,
      goods: [{ channel_sn: 2, goods_id: cola, quantity: 2 }],
    })
    expect(await giftOf(gift_id)).toMatchObject({
      state: 'used',
      orderno,
      used_at: app.clock.now.toISOString(),
      used_sn: machine.sn,
    })
    await report(machine, orderno, [{ ch: 2, n: 2, ok: true }])
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 0, total_price: 0 })
    expect(await stockIn(machine)).toEqual([5, 3])
    expect(await stockIn(sibling)).toEqual([5, 5])

    expect(await scan(sibling, code)).toMatchObject({ state: 'refused', why: why('voucherUsed') })
    const { body: payments } = await app.call(paymentCalls.getPayBill, {}, { as: owner })
    expect(payments.result.data).toEqual([])
    const { body: bills } = await app.call(billCalls.getBuyBill, { condition: { orderno } }, { as: owner })
    expect(bills.result.data).toMatchObject([{ orderno, canRefund: false }])
  })

  test('is read as a person writes it', async () => {
    const { code } = await makeVoucher(app, owner, { goods: cola })
    const typed = ` ${code.slice(0, 4)}-${code.slice(4, 8)} ${code.slice(8)}`.toLowerCase()
    expect(await scan(machine, typed)).toMatchObject({ state: 'paid' })
  })

  test('serves exactly one of many orders at several machines', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola })
    const spare = await makeVoucher(app, owner, { goods: cola })
    const machines = [machine, sibling]
    for (let n = 0; n < 6; n += 1) {
      const one = await makeOnlineMachine(app, owner)
      await stock(one, [[2, cola, 5]])
      machines.push(one)
    }
    const answers = await Promise.all(
      Array.from({ length: storm({ usual: 64, deep: 256 }) }, (_, n) =>
        scan(machines[n % machines.length] ?? machine, code),
      ),
    )
    const paid = answers.filter((answer) => answer?.state === 'paid')
    expect(paid).toHaveLength(1)
    expect(
      answers.filter((answer) => answer?.state === 'refused' && answer.why === why('voucherUsed')),
    ).toHaveLength(answers.length - 1)
    const bills = (await Promise.all(machines.map((one) => billsAt(app, one)))).flat()
    expect(bills.map(({ orderno }) => orderno)).toEqual([paid[0]?.orderNo])
    const gift = await giftOf(gift_id)
    expect(gift).toMatchObject({ state: 'used', orderno: paid[0]?.orderNo })
    const at = machines.find(({ sn }) => sn === gift?.used_sn) ?? machine
    await report(at, paid[0]?.orderNo ?? '', [{ ch: 2, n: 1, ok: true }])
    const left = (await Promise.all(machines.map(stockIn))).flat().reduce((sum, n) => sum + n, 0)
    expect(left).toBe(2 * 10 + 6 * 5 - 1)
    expect((await giftOf(spare.gift_id))?.state).toBe('unused')
  })

  test('answers a repeated request by its order, and another request by the same name is refused', async () => {
    const { code } = await makeVoucher(app, owner, { goods: cola })
    const first = await scan(machine, code, { reqId: 'again' })
    expect(await scan(machine, code, { reqId: 'again' })).toEqual(first)
    const { code: other, gift_id } = await makeVoucher(app, owner, { goods: cola })
    expect(await scan(machine, other, { reqId: 'again' })).toMatchObject({ state: 'refused' })
    expect((await giftOf(gift_id))?.state).toBe('unused')
    expect(await billsAt(app, machine)).toHaveLength(1)
  })
})

describe('what came out', () => {
  test('was nothing: the voucher can be used again, once', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola })
    const other = await makeVoucher(app, owner, { goods: cola })
    await scan(machine, other.code)
    const orderno = (await scan(machine, code))?.orderNo ?? ''
    await report(machine, orderno, [{ ch: 2, n: 1, ok: false }])
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 1 })
    expect(await giftOf(gift_id)).toMatchObject({
      state: 'unused',
      used_at: null,
      orderno: null,
      used_sn: null,
    })
    expect((await giftOf(other.gift_id))?.state).toBe('used')
    app.clock.advance(1)
    const second = await scan(sibling, code)
    expect(second).toMatchObject({ state: 'paid' })
    expect(second?.orderNo).not.toBe(orderno)
    expect(await scan(machine, code)).toMatchObject({ state: 'refused', why: why('voucherUsed') })
  })

  test('was a part: the voucher stays used', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola, quantity: 6 })
    await stock(machine, [
      [2, cola, 5],
      [3, cola, 3],
    ])
    const answer = await scan(machine, code)
    expect(answer?.items).toEqual([
      { ch: 2, n: 5 },
      { ch: 3, n: 1 },
    ])
    await report(machine, answer?.orderNo ?? '', [
      { ch: 2, n: 5, ok: false },
      { ch: 3, n: 1, ok: true },
    ])
    expect(await giftOf(gift_id)).toMatchObject({ state: 'used', orderno: answer?.orderNo })
  })
})

describe('a voucher whose result never came', () => {
  const restore = async (gift_id: string, as = owner) =>
    (await app.call(voucherCalls.restoreGift, { gift_id }, { as })).body
  /** The machine takes a voucher and says nothing for two minutes. */
  async function lose() {
    const voucher = await makeVoucher(app, owner, { goods: cola })
    const orderno = (await scan(machine, voucher.code))?.orderNo ?? ''
    const early = await restore(voucher.gift_id)
    app.clock.advance(120)
    await decideBill(app.deps, owner.tenantId, orderno)
    return { ...voucher, orderno, early }
  }

  test('is restored once, can be used again, and its bill says so', async () => {
    const { gift_id, code, orderno, early } = await lose()
    const other = await lose()
    expect(early.rcode, 'the machine is still at work').toBe(103)
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 2 })
    expect(await giftOf(gift_id)).toMatchObject({ state: 'used', restorable: true })
    expect(await scan(sibling, code)).toMatchObject({ state: 'refused', why: why('voucherUsed') })
    // Another order may have it by the time at which it would be freed.
    expect(await asUser(app, owner, (ctx) => freeVoucher(ctx, gift_id, other.orderno))).toBe(false)
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(gift_id)))
    expect(answers.map(({ rcode }) => rcode).toSorted()).toEqual([0, 103, 103, 103, 103, 103])
    expect(await giftOf(gift_id)).toMatchObject({ state: 'unused', orderno: null, restorable: false })
    expect(await giftOf(other.gift_id)).toMatchObject({ state: 'used', restorable: true })
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status: 2, oddities: ['restored'] })
    const lines = await asOwner(
      app,
      `select before ->> 'orderno' as before, after ->> 'state' as after from audit where call = 'restoreGift' and tenant_id = $1`,
      [owner.tenantId],
    )
    expect(lines).toEqual([{ before: orderno, after: 'unused' }])
    expect(await scan(sibling, code)).toMatchObject({ state: 'paid' })
  })

  test.each([
    [true, ['restored', 'late_gift'], 0],
    [false, ['restored'], 1],
  ])('stays restored when the machine reports late, which came out: %s', async (ok, oddities, status) => {
    const { gift_id, code, orderno } = await lose()
    await restore(gift_id)
    await report(machine, orderno, [{ ch: 2, n: 1, ok }])
    expect(await billOf(app, owner.tenantId, orderno)).toMatchObject({ status, oddities })
    expect(await giftOf(gift_id)).toMatchObject({ state: 'unused' })
    const second = await scan(sibling, code)
    expect(second).toMatchObject({ state: 'paid' })
    expect(await giftOf(gift_id)).toMatchObject({ state: 'used', orderno: second?.orderNo })
  })

  test('is not restored once its goods came out, without its goods, deleted, unused, or by another merchant', async () => {
    const { gift_id, orderno } = await lose()
    const neighbour = await makeMerchant(app)
    giveActivity(app, neighbour)
    expect((await restore(gift_id, neighbour)).rcode).toBe(101)
    await report(machine, orderno, [{ ch: 2, n: 1, ok: true }])
    expect(await giftOf(gift_id)).toMatchObject({ state: 'used', restorable: false })
    expect(await restore(gift_id)).toMatchObject({
      rcode: 103,
      msg: 'The device has dispensed the goods or is still at it, so this voucher cannot be restored',
    })
    const fresh = await makeVoucher(app, owner, { goods: cola })
    expect((await restore(fresh.gift_id)).msg).toBe('This voucher has not been used')
    await app.call(voucherCalls.disableGift, { gift_id: fresh.gift_id }, { as: owner })
    expect((await restore(fresh.gift_id)).msg).toBe('This voucher has been deleted')
    const gone = await lose()
    await asOwner(app, 'update goods set deleted_at = now() where goods_id = $1', [cola])
    expect((await restore(gone.gift_id)).msg).toBe(
      'The goods of this voucher were deleted, so it cannot be restored',
    )
    expect(await giftOf(gone.gift_id)).toMatchObject({ state: 'used' })
  })
})

describe('a voucher is refused', () => {
  const expectRefused = async (
    one: BoundMachine,
    code: string,
    name: Parameters<typeof why>[0],
    more = {},
  ) => {
    expect(await scan(one, code, more)).toMatchObject({ state: 'refused', why: why(name) })
    expect(await billsAt(app, one)).toEqual([])
  }

  test('when it is deleted, unknown, or of another merchant', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola })
    await app.call(voucherCalls.disableGift, { gift_id }, { as: owner })
    await expectRefused(machine, code, 'voucherUnknown')
    await expectRefused(machine, 'ABCDEFGHJKLM', 'voucherUnknown')
    const neighbour = await makeMerchant(app)
    giveActivity(app, neighbour)
    const theirs = await makeGoods(app, neighbour, {})
    const foreign = await makeVoucher(app, neighbour, { goods: theirs.goods_id })
    await expectRefused(machine, foreign.code, 'voucherUnknown')
    expect(await ordersOf(app, machine)).toEqual([])
  })

  test('at a machine that is not among its machines, and works at those', async () => {
    const { code } = await makeVoucher(app, owner, { goods: cola, device: [sibling.sn] })
    await expectRefused(machine, code, 'voucherElsewhere')
    expect(await scan(sibling, code)).toMatchObject({ state: 'paid' })
  })

  test('for other goods or another number of pieces than the customer chose', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola, quantity: 2 })
    await expectRefused(machine, code, 'voucherGoods', { items: [{ ch: 1, n: 2 }] })
    await expectRefused(machine, code, 'voucherGoods', { items: [{ ch: 2, n: 1 }] })
    expect((await giftOf(gift_id))?.state).toBe('unused')
    expect(await scan(machine, code, { items: [{ ch: 2, n: 2 }] })).toMatchObject({ state: 'paid' })
  })

  test('when its goods are sold out or their slot is disabled', async () => {
    const { code, gift_id } = await makeVoucher(app, owner, { goods: cola, quantity: 6 })
    await expectRefused(machine, code, 'soldOut')
    await stock(machine, [[3, cola, 1]])
    await asOwner(app, 'update channel set enabled = false where device_id = $1 and channel_sn = 3', [
      machine.id,
    ])
    await expectRefused(machine, code, 'soldOut')
    await expectRefused(machine, code, 'voucherGoods', { items: [{ ch: 3, n: 6 }] })
    expect((await giftOf(gift_id))?.state).toBe('unused')
  })

  test('with a coupon, or for a game', async () => {
    const { code } = await makeVoucher(app, owner, { goods: cola })
    await expectRefused(machine, code, 'notOffered', { kind: 'game' })
    await expectRefused(machine, code, 'notOffered', { coupon: 'SPRING' })
    expect(await scan(machine, code)).toMatchObject({ state: 'paid' })
  })
})

test('a pulse machine, which counts no pieces, gives what the voucher is for', async () => {
  const pulse = await makeOnlineMachine(app, owner, { type: 'pulse', slots: 1 })
  await stock(pulse, [[1, cola, 0]])
  const { code } = await makeVoucher(app, owner, { goods: cola, quantity: 3 })
  expect(await scan(pulse, code)).toMatchObject({ state: 'paid', items: [{ ch: 1, n: 3 }] })
})
