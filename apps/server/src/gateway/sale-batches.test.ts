import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { holdRow } from '../../test/hold-table.ts'
import { type BoundMachine, makeBoundMachine } from '../../test/machines.ts'
import { makeOrder, makeSelling } from '../../test/order-stand.ts'
import { asOwner } from '../../test/owner.ts'
import type { Sale, SaleOutcome } from '../modules/sales/index.ts'
import { markPaid } from '../modules/payments/index.ts'
import { gatherSales } from './sale-batches.ts'

const app = await testApp()
let owner: Merchant
let machine: BoundMachine
let other: BoundMachine

beforeAll(async () => {
  owner = await makeMerchant(app)
  machine = await makeBoundMachine(app, owner)
  other = await makeBoundMachine(app, owner)
})

/** Gathers sales, and stores the first batch when the test says so. */
function gather() {
  const { promise: open, resolve: letGo } = Promise.withResolvers<void>()
  let batches = 0
  const queue = gatherSales(app.deps, {
    async inTurn(work) {
      batches += 1
      await open
      return work()
    },
    isClosing: () => false,
  })
  const sell = async (
    { id: deviceId, tenantId }: BoundMachine,
    saleId: string,
    isWanted = () => true,
  ): Promise<{ stored: Promise<SaleOutcome> }> => {
    const at = app.clock.now
    const data = {
      saleId,
      client: 'coin' as const,
      amount: 1,
      items: [],
      result: 'failed' as const,
      tookMs: 1,
    }
    const dated = { at, doubtful: false, byClock: true }
    return queue(tenantId, { deviceId, mid: saleId, ts: at.getTime(), data, dated }, isWanted)
  }
  return { letGo, sell, batches: () => batches }
}

/** The sales of a machine in the order in which they were stored. */
const stored = async ({ id }: BoundMachine): Promise<string[]> =>
  (
    await asOwner<{ sale_id: string }>(app, 'select sale_id from bill where device_id = $1 order by ctid', [
      id,
    ])
  ).map((row) => row.sale_id)

test('what arrives while a transaction runs is stored by the next one, in the order of each machine', async () => {
  const { letGo, sell, batches } = gather()
  const names = Array.from({ length: 5 }, (_, i) => `together ${i}`)
  const queued = [await sell(machine, 'alone')]
  for (const name of names) queued.push(await sell(machine, name), await sell(other, name))
  letGo()
  const outcomes = await Promise.all(queued.map((one) => one.stored))
  expect(new Set(outcomes)).toEqual(new Set(['booked']))
  expect(batches()).toBe(2)
  expect(await stored(machine)).toEqual(['alone', ...names])
  expect(await stored(other)).toEqual(names)
})

test('a sale that cannot be stored takes along only what its machine sold after it', async () => {
  const { letGo, sell } = gather()
  const before = [await stored(machine), await stored(other)]
  await asOwner(app, `alter table bill add constraint no_poison check (sale_id <> 'poison')`)
  try {
    const first = await sell(machine, 'first')
    const earlier = await sell(machine, 'earlier')
    const poison = await sell(machine, 'poison')
    const neighbour = await sell(other, 'neighbour')
    const later = await sell(machine, 'later')
    letGo()
    await expect(poison.stored).rejects.toThrow('no_poison')
    await expect(later.stored).rejects.toThrow('no_poison')
    for (const one of [first, earlier, neighbour]) expect(await one.stored).toBe('booked')
  } finally {
    await asOwner(app, 'alter table bill drop constraint no_poison')
  }
  expect(await stored(machine)).toEqual([...(before[0] ?? []), 'first', 'earlier'])
  expect(await stored(other)).toEqual([...(before[1] ?? []), 'neighbour'])
})

test('behind a failure, the next batch begins when the callers have heard of it', async () => {
  const { letGo, sell } = gather()
  await asOwner(app, `alter table bill add constraint no_poison check (sale_id <> 'poison')`)
  try {
    let isGivenUp = false
    const poison = await sell(machine, 'poison')
    const behind = await sell(machine, 'behind', () => !isGivenUp)
    const giveUp = async (): Promise<void> => {
      for (let i = 0; i < 20; i += 1) await Promise.resolve()
      isGivenUp = true
    }
    poison.stored.catch(giveUp)
    letGo()
    await expect(behind.stored).rejects.toThrow('sends it again')
  } finally {
    await asOwner(app, 'alter table bill drop constraint no_poison')
  }
})

test('what the machine sends again meanwhile is not stored from the queue', async () => {
  const { letGo, sell } = gather()
  const first = await sell(machine, 'still wanted')
  const unwanted = await sell(machine, 'unwanted', () => false)
  const neighbour = await sell(other, 'wanted')
  letGo()
  await expect(unwanted.stored).rejects.toThrow('sends it again')
  for (const one of [first, neighbour]) expect(await one.stored).toBe('booked')
  expect(await stored(machine)).not.toContain('unwanted')
})

test('a machine with a long outbox has some sales in the queue, and the next ones wait', async () => {
  const { letGo, sell } = gather()
  const queued = []
  for (let i = 0; i < 20; i += 1) queued.push(await sell(machine, `outbox ${i}`))
  let isQueued = false
  const next = sell(machine, 'outbox 20').then((one) => {
    isQueued = true
    return one.stored
  })
  queued.push(await sell(other, 'has room'))
  expect(isQueued).toBe(false)
  letGo()
  for (const one of queued) expect(await one.stored).toBe('booked')
  expect(await next).toBe('booked')
})

test.each([
  [
    'a second delivery is a bill',
    [{ ch: 1, n: 1, ok: true }],
    'booked',
    [
      [350, []],
      [0, ['again']],
    ],
    3,
  ],
  ['without pieces there is none', [{ ch: 1, n: 1, ok: false }], 'order reported before', [[350, []]], 4],
] as const)(
  'two sales of one order at two gateways at once end as one after the other: %s',
  async (_what, items, outcome, bills, stock) => {
    const shop = await makeSelling(app, owner)
    const { orderno, merchant_order: number, amount } = await makeOrder(app, shop)
    await markPaid(app.deps, owner.tenantId, number, {
      state: 'paid',
      amount,
      txn: number,
      paidAt: app.clock.now,
    })
    const dated = { at: app.clock.now, byClock: true, doubtful: false }
    const sell = (saleId: string, given: readonly { ch: number; n: number; ok: boolean }[]) => {
      const result = given[0]?.ok ? ('delivered' as const) : ('failed' as const)
      const sold = { orderNo: orderno, client: 'wechat' as const, amount: 350, result, tookMs: 1 }
      const data: Sale['data'] = { saleId, ...sold, items: [...given] }
      const sale = { deviceId: shop.id, mid: saleId, ts: app.clock.now.getTime(), data, dated }
      const queue = gatherSales(app.deps, { inTurn: (work) => work(), isClosing: () => false })
      return queue(shop.tenantId, sale, () => true)
    }
    const bill = await holdRow(app, 'bill', shop.id)
    const first = await sell('first', [{ ch: 1, n: 1, ok: true }])
    await expect.poll(waiting).toBe(1)
    const second = await sell('second', items)
    await expect.poll(waiting).toBe(2)
    await bill.letGo()
    expect([await first.stored, await second.stored]).toEqual(['booked', outcome])
    const rows = await asOwner<{ total_price: number; oddities: string[] }>(
      app,
      'select total_price, oddities from bill where device_id = $1 order by total_price desc',
      [shop.id],
    )
    expect(rows.map((row) => [row.total_price, row.oddities])).toEqual(bills)
    const slots = await asOwner<{ quantity: number }>(
      app,
      'select quantity from channel where device_id = $1 and channel_sn = 1',
      [shop.id],
    )
    expect(slots).toEqual([{ quantity: stock }])
  },
)

/** How many transactions wait for a lock. */
const waiting = async (): Promise<number> =>
  (
    await asOwner(
      app,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).length
