/** What providers have received by store and day, moved with each payment and refund. */

import { billCalls } from '@slotwise/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStore, type Merchant, unlock } from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { makeOrder, makeSelling } from '../../../test/order-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { makeSale, refundsIn } from '../../../test/sale-stand.ts'
import type { TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { ensureMonths } from '../../kernel/months.ts'
import { recount, recountAll, recountFigures } from '../bills/index.ts'
import { runRefund } from '../refunds/index.ts'
import { followOrder } from '../payments/index.ts'
import { addTakings, takenByDay, takenInSpans } from './takings-queries.ts'
import { takingsOfLines } from './takings-service.ts'

const app = await testApp()
let owner: Merchant
let store: string
let machine: BoundMachine

/** The last moments of a month of the merchant. */
const evening = new Date('2026-10-31T15:59:30.000Z')
const days = { from: '2026-10-31', to: '2026-11-01' }

beforeAll(async () => {
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner))._id
  machine = await makeBoundMachine(app, owner, { store })
  await ensureMonths(app.deps.db.main, [evening])
})
beforeEach(async () => {
  app.clock.now = evening
  await asOwner(app, 'delete from ledger_store_day; delete from ledger_line')
})

const takings = () =>
  asOwner(
    app,
    'select day::text, store_id, client, count, taken::int, refunded::int from ledger_store_day order by day, store_id, client',
  )

describe('takings of stores', () => {
  test('have a payment on the day on which it was booked, at the store of the order', async () => {
    const selling = await makeSelling(app, owner, { store })
    const { orderno, merchant_order: number } = await makeOrder(app, selling)
    await app.sandbox.behave({ notices: 'dropped' })
    await app.sandbox.pay(number)
    app.clock.advance(60_000)
    await followOrder(app.deps, owner.tenantId, orderno, 0)
    expect(await takings()).toEqual([
      { day: '2026-11-01', store_id: store, client: 'wechat', count: 1, taken: 350, refunded: 0 },
    ])
    expect(await recount(app.deps, owner.tenantId, days)).toEqual([])
  })

  test('have a refund on its own day', async () => {
    const { orderno } = await makeSale(app, machine, { client: 'alipay', store_id: store, total_price: 900 })
    const input = { orderno, part_refund: true, refund_fee: 250, remarks: '', sign: await unlock(app, owner) }
    expect((await app.call(billCalls.refund, input, { as: owner })).body.rcode).toBe(0)
    const [refund] = await refundsIn(app, orderno)
    app.clock.advance(60_000)
    await runRefund(app.deps, owner.tenantId, refund?.refund_id ?? '')
    expect(await takings()).toEqual([
      { day: '2026-10-31', store_id: store, client: 'alipay', count: 1, taken: 900, refunded: 0 },
      { day: '2026-11-01', store_id: store, client: 'alipay', count: 0, taken: 0, refunded: 250 },
    ])
    expect(await recount(app.deps, owner.tenantId, days)).toEqual([])
  })

  test('are without a store for machines that stand in none', async () => {
    await makeSale(app, machine, { store_id: null })
    expect(await takings()).toMatchObject([{ store_id: '0', taken: 350 }])
    expect(await recount(app.deps, owner.tenantId, days)).toEqual([])
  })

  test('are read for one store and its days alone, both ends included', async () => {
    const sibling = (await makeStore(app, owner))._id
    const row = (day: string, client = 'wechat') => ({ day, client, count: 1, taken: 100, refunded: 30 })
    const booked = ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01'].flatMap((day) => [
      row(day, 'alipay'),
      row(day),
    ])
    const inBooks = <T>(work: (ref: TenantRef) => Promise<T>): Promise<T> =>
      inTenant(app.deps.db.main, owner.tenantId, (tx) => work({ tx, tenantId: owner.tenantId }))
    for (const one of [store, sibling])
      await inBooks((ref) =>
        addTakings(
          ref,
          booked.map((each) => ({ ...each, store_id: one })),
        ),
      )
    const span = { store, from: '2026-10-30', to: '2026-10-31' }
    expect(await inBooks((ref) => takenByDay(ref, span))).toEqual(booked.slice(2, 6))
    const spans = [span, { store: sibling, from: '2026-10-29', to: '2026-10-29' }]
    expect(await inBooks((ref) => takenInSpans(ref, spans))).toEqual([
      { store_id: store, count: 4, taken: 400, refunded: 120 },
      { store_id: sibling, count: 2, taken: 200, refunded: 60 },
    ])
  })

  test('that differ from the ledger are reported each night, and repaired when the operator says so', async () => {
    await makeSale(app, machine, { store_id: store })
    await asOwner(app, `update ledger_store_day set taken = 9, refunded = 4`)
    await asOwner(app, `insert into ledger_store_day values ($1, '2026-11-01', 0, 'gkash', 1, 5, 0)`, [
      owner.tenantId,
    ])
    const key = { day: '2026-10-31', store_id: store, client: 'wechat' }
    const differences = [
      { table: 'takings', key, stored: { taken: 9, refunded: 4 }, recounted: { taken: 350, refunded: 0 } },
      {
        table: 'takings',
        key: { day: '2026-11-01', store_id: '0', client: 'gkash' },
        stored: { count: 1, taken: 5 },
        recounted: { count: 0, taken: 0 },
      },
    ]
    expect(await recount(app.deps, owner.tenantId, days)).toEqual(differences)
    app.clock.advance(60_000)
    const before = recountFigures.differences
    await recountAll(app.deps)
    expect(recountFigures.differences).toBeGreaterThan(before)
    expect(await recount(app.deps, owner.tenantId, days, { repair: true })).toEqual(differences)
    expect(await recount(app.deps, owner.tenantId, days)).toEqual([])
  })
})

test('lines of providers add up by day, store and payment, in the order in which their sums are locked', () => {
  const noon = new Date('2026-11-01T04:00:00.000Z')
  type Line = Parameters<typeof takingsOfLines>[0][number]
  const line = (more: Partial<Line>): Line => ({
    posting: 'p',
    at: noon,
    account: 'provider',
    orderno: '1',
    merchant_id: '0',
    client: 'wechat',
    amount: 100,
    store: '9',
    ...more,
  })
  const sums = takingsOfLines(
    [
      line({ store: '10' }),
      line({ client: 'alipay' }),
      line({ amount: -30 }),
      line({ account: 'funds', amount: 7_000 }),
      line({ store: null }),
      line({}),
      line({ at: evening }),
      line({ at: new Date('2026-10-31T16:00:00.000Z') }),
    ],
    480,
  )
  const read = sums.map(({ day, store_id, client, count, taken, refunded }) =>
    [day, store_id, client, count, taken, refunded].join(' '),
  )
  expect(read).toEqual([
    '2026-10-31 9 wechat 1 100 0',
    '2026-11-01 0 wechat 1 100 0',
    '2026-11-01 9 alipay 1 100 0',
    '2026-11-01 9 wechat 2 200 30',
    '2026-11-01 10 wechat 1 100 0',
  ])
})
