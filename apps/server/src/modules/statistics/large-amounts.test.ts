/** The largest sales that machines may report, so many that an int cannot hold their sum. */
import { billCalls, overviewCalls, reportScales, siteCalls, statisticsCalls } from '@slotwise/contract'
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import { inBooks } from '../../../test/bills.ts'
import {
  fillSlot,
  makeGoods,
  makeMerchant,
  makeStaff,
  makeStore,
  type Merchant,
} from '../../../test/factories.ts'
import { type BoundMachine, makeBoundMachine } from '../../../test/machines.ts'
import { billsAt, reportSales, saleOf } from '../../../test/report-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { changeBills } from '../bills/book-service.ts'
import { recount } from '../bills/index.ts'
import { incomesOf, salesInSpans, slotIncomesOf } from '../sums/index.ts'
import { refOf } from '../../kernel/ctx.ts'
import { reportSheet } from '../reports/sheet-service.ts'

const app = await testApp()
const now = new Date('2026-11-17T04:30:00.000Z')
const days = { from: '2026-11-17', to: '2026-11-17' }
const largest = 100_000_000
const sales = 30

let owner: Merchant
/** A user of the machine alone, whose figures come from the sums by machine. */
let clerk: Merchant
let machine: BoundMachine
let store: string

beforeAll(async () => {
  app.clock.now = now
  owner = await makeMerchant(app)
  store = (await makeStore(app, owner, { coo_share: 100 }))._id
  machine = await makeBoundMachine(app, owner, { store })
  const { goods_id: goods } = await makeGoods(app, owner)
  await fillSlot(app, owner, { device: machine.id, channel: 1, goods })
  clerk = await makeStaff(app, owner, {
    permissions: ['home', 'order.buyBill', 'statistics.store', 'statistics.device', 'statistics.goods'],
    stores: [],
    devices: [machine.id],
  })
})

type Amounts = { income: number; refund: number }

/** What every page and list says about the sales of the day. */
async function figures(as: Merchant): Promise<Record<string, Amounts>> {
  const added = (rows: readonly Amounts[]): Amounts => ({
    income: rows.reduce((sum, row) => sum + row.income, 0),
    refund: rows.reduce((sum, row) => sum + row.refund, 0),
  })
  const detail = async (kind: 'trend' | 'storeRank' | 'deviceRank', range: 'today' | 'month') => {
    const { result } = (await app.call(overviewCalls.detail, { kind, range }, { as })).body
    return result.kind === 'goodsRank' ? { income: 0, refund: 0 } : added(result.data)
  }
  const condition = days
  const list = async (call: 'store' | 'device' | 'goods') => {
    const { data, total } = (await app.call(statisticsCalls[call], { condition }, { as })).body.result
    expect(data).toMatchObject([{ income: total.income, refund: total.refund }])
    return added([total])
  }
  const { overview } = (await app.call(overviewCalls.overview, {}, { as })).body.result
  const { channels } = (await app.call(statisticsCalls.getGoodsChannels, { condition }, { as })).body.result
  const chart = (await app.call(statisticsCalls.getSalesTrend, { condition }, { as })).body.result.data
  const total = (await app.call(billCalls.getBuyBillTotal, { condition }, { as })).body.result
  return {
    overview: added([overview]),
    'trend of today': await detail('trend', 'today'),
    'trend of the month': await detail('trend', 'month'),
    'ranking of stores': await detail('storeRank', 'month'),
    'ranking of machines': await detail('deviceRank', 'month'),
    stores: await list('store'),
    machines: await list('device'),
    goods: await list('goods'),
    'goods by payment': added(channels),
    chart: added(chart),
    bills: total.computed ? added([total]) : { income: 0, refund: 0 },
  }
}

/** The amounts of the sum below the report of each scale. */
const reported = (as: Merchant): Promise<Amounts[]> =>
  asUser(app, as, (ctx) =>
    Promise.all(
      reportScales.map(async (scale) => {
        const order = { data_scale: scale, data_precision: 'month', locale: 'en-US', format: 'xlsx' } as const
        const { rows } = await reportSheet(ctx, { ...order, condition: days })
        const amounts = (await Array.fromAsync(rows))
          .flat()
          .at(-1)
          ?.flatMap((cell) =>
            typeof cell === 'object' && cell !== null && 'cents' in cell ? [cell.cents] : [],
          )
        return { income: amounts?.[0] ?? 0, refund: amounts?.[1] ?? 0 }
      }),
    ),
  )

/** What the owner of the site gets, who shares in everything. */
async function siteStatement() {
  const { data, total } = (
    await app.call(siteCalls.getSites, { condition: { month: '2026-11' } }, { as: owner })
  ).body.result
  expect(data).toMatchObject([total])
  return total
}

/** The same amounts in each of the eleven figures. */
const everywhere = (amounts: Amounts): Amounts[] => Array.from({ length: 11 }, () => amounts)

test('thirty sales of the largest amount in a month are booked, and every figure shows them', async () => {
  for (let n = 0; n < sales; n += 1)
    expect(await reportSales(app, machine, saleOf({ amount: largest }))).toEqual(['booked'])
  const bills = await billsAt(app, machine)
  expect(bills.map((bill) => bill.total_price)).toEqual(Array(sales).fill(largest))
  for (const as of [owner, clerk])
    expect(Object.values(await figures(as))).toEqual(everywhere({ income: sales * largest, refund: 0 }))
  expect(await reported(owner)).toEqual(reportScales.map(() => ({ income: sales * largest, refund: 0 })))
  expect(await siteStatement()).toMatchObject({ taken: sales * largest, due: sales * largest })

  await inBooks(app, owner, (ctx) =>
    changeBills(
      ctx,
      bills.slice(5).map(({ orderno }) => orderno),
      () => ({ status: 9, refunded: largest }),
    ),
  )
  for (const as of [owner, clerk])
    expect(Object.values(await figures(as))).toEqual(
      everywhere({ income: 5 * largest, refund: 25 * largest }),
    )
  expect(await reported(owner)).toEqual(
    reportScales.map(() => ({ income: 5 * largest, refund: 25 * largest })),
  )
  expect(await siteStatement()).toMatchObject({
    taken: sales * largest,
    refunded: 25 * largest,
    due: 5 * largest,
  })
  expect(await recount(app.deps, owner.tenantId, days)).toEqual([])
})

test('a recount finds and repairs a sum of that size', async () => {
  await asOwner(
    app,
    'update sales_store_month set income = income - 2200000000, refund = 0 where store_id = $1',
    [store],
  )
  await asOwner(app, 'update sales_goods_day set refund = 3000000000 where device_id = $1', [machine.id])
  expect(await recount(app.deps, owner.tenantId, days, { repair: true })).toMatchObject([
    { table: 'sales_goods_day', stored: { refund: 3_000_000_000 }, recounted: { refund: 25 * largest } },
    {
      table: 'sales_store_month',
      stored: { income: 5 * largest - 2_200_000_000, refund: 0 },
      recounted: { income: 5 * largest, refund: 25 * largest },
    },
  ])
  expect(await recount(app.deps, owner.tenantId, days)).toEqual([])
})

test('what machines and slots have earned, and what stores have sold, is as exact', async () => {
  const earned = 5 * largest
  await asUser(app, owner, async (ctx) => {
    expect(await incomesOf(ctx, [machine.id], days)).toEqual([{ device_id: machine.id, income: earned }])
    const slot = { device_id: machine.id, channel_sn: 1 }
    expect(await slotIncomesOf(ctx, [slot], days)).toEqual([{ ...slot, income: earned }])
    expect(await salesInSpans(refOf(ctx), [{ store, ...days }])).toMatchObject([
      { income: earned, refund: 25 * largest },
    ])
  })
})
