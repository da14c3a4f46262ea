import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStore, type Merchant } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { beat } from '../../../test/presence-stand.ts'
import {
  billOf,
  givenBack,
  inBooks,
  makeSale,
  payStateOf,
  queued,
  refundsIn,
} from '../../../test/sale-stand.ts'
import type { Bill } from '../bills/bill-model.ts'
import { changeBills } from '../bills/book-service.ts'
import { billDueTask, watchBill } from '../sales/deadline-queries.ts'
import { decideBill, reportDueAt } from '../sales/deadline-service.ts'
import { runRefund } from './run-service.ts'
import { autoRefund, refundAfterClosing } from './refund-service.ts'
import { sweep } from '../sales/index.ts'

const app = await testApp()
const { clock } = app
const start = clock.now
let owner: Merchant
let malaysian: Merchant
let machine: BoundMachine
let kiosk: BoundMachine
/** Stores that refund by themselves, and one that does not. */
let generous: string
let strict: string
let abroad: string

beforeAll(async () => {
  owner = await makeMerchant(app)
  malaysian = await makeMerchant(app, { country: 'MY' })
  generous = (await makeStore(app, owner, { auto_refund: true }))._id
  strict = (await makeStore(app, owner, { auto_refund: false }))._id
  abroad = (await makeStore(app, malaysian, { auto_refund: true }))._id
  machine = await makeBoundMachine(app, owner)
  kiosk = await makeBoundMachine(app, malaysian)
})
beforeEach(() => {
  clock.now = start
})

/** Refunds as intake does, and runs what was accepted as the worker does. */
async function refundAlone(tenantId: string, bills: readonly Bill[], by = autoRefund): Promise<void> {
  await inBooks(app, tenantId, (ctx) => by(ctx, bills))
  for (const { orderno } of bills)
    for (const { refund_id: id } of await refundsIn(app, orderno)) await runRefund(app.deps, tenantId, id)
}

const statusOf = async ({ tenantId }: { tenantId: string }, { orderno }: Bill) => {
  const { status, refunded } = await billOf(app, tenantId, orderno)
  return { status, refunded }
}

describe('a failed delivery', () => {
  test('is refunded as a whole when nothing came out', async () => {
    const failed = await makeSale(app, machine, { store_id: generous, status: 1, goods: [{ delivered: 0 }] })
    const sibling = await makeSale(app, machine, { store_id: generous, status: 1, goods: [{ delivered: 0 }] })
    await inBooks(app, owner.tenantId, (ctx) => autoRefund(ctx, [failed]))
    expect(await statusOf(owner, failed)).toEqual({ status: 5, refunded: 0 })
    await refundAlone(owner.tenantId, [failed])
    expect(await statusOf(owner, failed)).toEqual({ status: 8, refunded: 350 })
    expect(await refundsIn(app, failed.orderno)).toMatchObject([
      { kind: 'auto', state: 'refunded', amount: 350, part: false },
    ])
    expect(await payStateOf(app, failed.orderno)).toBe('refunded')
    expect(await givenBack(app, owner.tenantId, failed.orderno)).toEqual({ count: 1, amount: 350 })
    expect(await billOf(app, owner.tenantId, sibling.orderno)).toEqual(sibling)
  })

  test('is refunded for what did not come out', async () => {
    const goods = [
      { price: 300, delivered: 1 },
      { price: 200, delivered: 0 },
    ]
    const failed = await makeSale(app, machine, { store_id: generous, status: 1, total_price: 400, goods })
    await refundAlone(owner.tenantId, [failed])
    expect(await statusOf(owner, failed)).toEqual({ status: 11, refunded: 160 })
    expect(await payStateOf(app, failed.orderno)).toBe('part_refunded')
    expect(await givenBack(app, owner.tenantId, failed.orderno)).toEqual({ count: 1, amount: 160 })
  })

  test('stays where a part came out and GKash gives back whole payments only', async () => {
    const goods = [{ delivered: 1 }, { delivered: 0 }]
    const client = 'gkash'
    const part = await makeSale(app, kiosk, { store_id: abroad, status: 1, client, goods })
    const whole = await makeSale(app, kiosk, { store_id: abroad, status: 1, client })
    await refundAlone(malaysian.tenantId, [part, whole])
    expect(await statusOf(malaysian, part)).toEqual({ status: 1, refunded: 0 })
    expect(await statusOf(malaysian, whole)).toEqual({ status: 8, refunded: 350 })
  })

  test('stays in a store that does not refund by itself, and without a store', async () => {
    const bills = [
      await makeSale(app, machine, { store_id: strict, status: 1 }),
      await makeSale(app, machine, { store_id: null, status: 1 }),
    ]
    await refundAlone(owner.tenantId, bills)
    for (const bill of bills) expect(await statusOf(owner, bill)).toEqual({ status: 1, refunded: 0 })
  })

  test.each([
    ['coin', {}],
    ['bill', {}],
    ['remote', { total_price: 0 }],
    ['gift', { total_price: 0 }],
    ['ezcard', {}],
    ['wechat', { oddities: ['order' as const] }],
    ['wechat', { total_price: 0 }],
  ] as const)('by %s with %o is not refunded', async (client, fields) => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 1, client, ...fields })
    await refundAlone(owner.tenantId, [bill])
    expect(await statusOf(owner, bill)).toEqual({ status: 1, refunded: 0 })
  })

  test('by card goes straight to the end', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 1, client: 'card' })
    await inBooks(app, owner.tenantId, (ctx) => autoRefund(ctx, [bill]))
    expect(await statusOf(owner, bill)).toEqual({ status: 8, refunded: 350 })
  })

  test('is refunded on any day', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 1 })
    clock.advance(3 * 86_400)
    await refundAlone(owner.tenantId, [bill])
    expect(await statusOf(owner, bill)).toEqual({ status: 8, refunded: 350 })
  })

  test('is refunded once: when the provider refuses, the merchant decides', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 1 })
    await app.sandbox.behave({ refund: 'rejected' }, (await merchantOrderIn(bill)) ?? '')
    await refundAlone(owner.tenantId, [bill])
    expect(await statusOf(owner, bill)).toEqual({ status: 1, refunded: 0 })
    await refundAlone(owner.tenantId, [bill])
    expect(await refundsIn(app, bill.orderno)).toMatchObject([{ state: 'failed', kind: 'auto' }])
  })

  test('no delivery that succeeded is refunded, whatever the caller passes', async () => {
    const bills = [
      await makeSale(app, machine, { store_id: generous, status: 0 }),
      await makeSale(app, machine, { store_id: generous, status: 4, kind: 'game' }),
      await makeSale(app, machine, { store_id: generous, status: 1, goods: [{ delivered: 1 }] }),
    ]
    await refundAlone(owner.tenantId, bills)
    for (const bill of bills) expect(await refundsIn(app, bill.orderno)).toEqual([])
  })

  test('that has changed meanwhile is judged as it is under its lock', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 2 })
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [bill.orderno], () => ({ status: 0 })))
    await refundAlone(owner.tenantId, [bill])
    expect(await statusOf(owner, bill)).toEqual({ status: 0, refunded: 0 })
  })
})

test('a payment after its order was closed is refunded as a whole, in any store', async () => {
  const goods = [{ delivered: null }, { delivered: null }]
  const late = await makeSale(app, machine, { store_id: strict, status: 1, goods })
  await refundAlone(owner.tenantId, [late], refundAfterClosing)
  expect(await statusOf(owner, late)).toEqual({ status: 8, refunded: 700 })
})

const merchantOrderIn = async ({ orderno }: Bill): Promise<string | undefined> => {
  const [row] = await asOwner<{ number: string }>(
    app,
    'select merchant_order as number from pay_order where orderno = $1',
    [orderno],
  )
  return row?.number
}

describe('a machine that does not report', () => {
  const decide = ({ orderno }: Bill) => decideBill(app.deps, owner.tenantId, orderno)
  beforeEach(async () => {
    await asOwner(
      app,
      'update device_state set online = true, since = $2, heard_at = $2 where device_id = $1',
      [machine.id, start],
    )
  })
  const jobOf = async ({ orderno }: Bill) =>
    (await queued(app, billDueTask)).find(({ key }) => key.endsWith(orderno))

  test('has 120 s after the payment, then the bill is abnormal', async () => {
    const bill = await makeSale(app, machine, { store_id: strict, status: 7 })
    clock.advance(119.999)
    await decide(bill)
    expect(await statusOf(owner, bill)).toEqual({ status: 7, refunded: 0 })
    expect((await jobOf(bill))?.run_at).toEqual(reportDueAt(start))
    clock.now = reportDueAt(start)
    await decide(bill)
    expect(await statusOf(owner, bill)).toEqual({ status: 2, refunded: 0 })
    expect((await jobOf(bill))?.run_at).toEqual(new Date(start.getTime() + 720_000))
  })

  test('is refunded ten minutes later in a store that refunds by itself, and in no other', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 7 })
    const other = await makeSale(app, machine, { store_id: strict, status: 7 })
    clock.advance(120)
    await beat(app, machine)
    for (const one of [bill, other]) await decide(one)
    clock.advance(599)
    await beat(app, machine)
    for (const one of [bill, other]) await decide(one)
    expect(await statusOf(owner, bill)).toEqual({ status: 2, refunded: 0 })
    clock.advance(1)
    for (const one of [bill, other]) await decide(one)
    expect(await statusOf(owner, bill)).toEqual({ status: 5, refunded: 0 })
    expect(await statusOf(owner, other)).toEqual({ status: 2, refunded: 0 })
    await refundAlone(owner.tenantId, [bill])
    expect(await statusOf(owner, bill)).toEqual({ status: 8, refunded: 350 })
    expect(await refundsIn(app, bill.orderno)).toMatchObject([{ kind: 'auto' }])
  })

  test('a report in between decides', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 7 })
    await inBooks(app, owner.tenantId, (ctx) => changeBills(ctx, [bill.orderno], () => ({ status: 0 })))
    clock.advance(10_000)
    await decide(bill)
    expect(await statusOf(owner, bill)).toEqual({ status: 0, refunded: 0 })
  })

  test('the worker decides what is due', async () => {
    const bill = await makeSale(app, machine, { store_id: generous, status: 7 })
    clock.advance(121)
    await inBooks(app, owner.tenantId, (ctx) => watchBill(ctx, bill.orderno, clock.now))
    await app.work()
    await expect.poll(() => statusOf(owner, bill)).toEqual({ status: 2, refunded: 0 })
  })

  test('a lost job is found; what a merchant left at 2 long ago is left alone', async () => {
    const working = await makeSale(app, machine, { store_id: generous, status: 7 })
    const silent = await makeSale(app, machine, { store_id: generous, status: 2 })
    await asOwner(app, `delete from graphile_worker._private_jobs`)
    const sweepAfter = async (seconds: number) => {
      clock.now = new Date(start.getTime() + seconds * 1_000)
      await sweep(app.deps, owner.tenantId, clock.now)
      return [(await jobOf(working)) !== undefined, (await jobOf(silent)) !== undefined]
    }
    expect(await sweepAfter(419)).toEqual([false, false])
    expect(await sweepAfter(421)).toEqual([true, false])
    expect(await sweepAfter(1_021)).toEqual([true, true])
    await asOwner(app, `delete from graphile_worker._private_jobs`)
    expect(await sweepAfter(1_020 + 3_600)).toEqual([true, true])
    await asOwner(app, `delete from graphile_worker._private_jobs`)
    expect(await sweepAfter(1_021 + 3_600)).toEqual([true, false])
  })
})
