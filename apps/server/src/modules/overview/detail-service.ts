/** The trend and the rankings of the overview. */
import {
  addDays,
  countryFacts,
  type DeviceRank,
  onlineClients,
  type OnlineClient,
  type OverviewDetail,
  type overviewCalls,
  type ParsedInputOf,
  startOfDay,
  type StoreRank,
  type TrendRow,
} from '@slotwise/contract'

import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { hourMs } from '../../kernel/moments.ts'
import type { SalesOf } from '../../kernel/sold-by.ts'
import {
  amountNames,
  type Figures,
  mostSales,
  mostSalesByGoods,
  salesBy,
  salesByDay,
  salesByHour,
  salesOf,
} from '../sums/index.ts'
import { deviceCountsOf } from '../devices/index.ts'
import { goodsTitlesOf } from '../goods/index.ts'
import { storesNamed } from '../regions/index.ts'
import { devicePlacesOf, todayOf, unknownDevice } from '../statistics/index.ts'
import { daysOf } from './range.ts'

type Input = ParsedInputOf<(typeof overviewCalls)['detail']>
type Days = { from: string; to: string }

const ranked = { most: 10 }

export async function detail(ctx: Ctx, { kind, range }: Input): Promise<OverviewDetail> {
  const days = daysOf(range, todayOf(ctx))
  const sales = { ...(await salesOf(ctx, days)), ...days }
  switch (kind) {
    case 'trend': {
      const data = await (range === 'today' ? byHours(ctx, sales, days.from) : byDays(ctx, sales))
      return { kind, data, count: data.length }
    }
    case 'storeRank':
      return { kind, ...(await storeRank(ctx, sales)) }
    case 'deviceRank':
      return { kind, ...(await deviceRank(ctx, sales)) }
    case 'goodsRank':
      return { kind, ...(await goodsRank(ctx, sales)) }
  }
}

const noSales = {
  income: 0,
  refund: 0,
  count: 0,
  wxIncome: 0,
  wxRefund: 0,
  alipayIncome: 0,
  alipayRefund: 0,
  gkashIncome: 0,
  gkashRefund: 0,
}
const prefixes: Record<OnlineClient, 'wx' | 'alipay' | 'gkash'> = {
  wechat: 'wx',
  alipay: 'alipay',
  gkash: 'gkash',
}

type Amounts = Pick<Figures, (typeof amountNames)[number]>

/** Adds the sales of one payment to a point. */
function addTo(point: TrendRow, { client, income, refund, count }: Amounts & { client: string }): void {
  point.income += income
  point.refund += refund
  point.count += count
  const online = onlineClients.find((one) => one === client)
  if (!online) return
  point[`${prefixes[online]}Income`] += income
  point[`${prefixes[online]}Refund`] += refund
}

async function byHours(ctx: Ctx, sales: SalesOf, day: string): Promise<TrendRow[]> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const since = startOfDay(day, utcOffsetMinutes)
  const points = Array.from({ length: 24 }, (_, hour): TrendRow => ({ hour, ...noSales }))
  const before = startOfDay(addDays(day, 1), utcOffsetMinutes)
  for (const row of await salesByHour(ctx, sales, { since, before }, amountNames)) {
    const point = points[(row.hour.getTime() - since.getTime()) / hourMs]
    if (point) addTo(point, row)
  }
  return points
}

async function byDays(ctx: Ctx, sales: SalesOf & Days): Promise<TrendRow[]> {
  const points = new Map<string, TrendRow>()
  for (let day = sales.from; day <= sales.to; day = addDays(day, 1)) points.set(day, { day, ...noSales })
  for (const row of await salesByDay(ctx, sales, amountNames)) {
    const point = points.get(row.day)
    if (point) addTo(point, row)
  }
  return [...points.values()]
}

type Channels = Pick<StoreRank, OnlineClient>

/** Income and refund by online payment, of each store or machine. */
async function channelsOf(
  ctx: Ctx,
  sales: SalesOf,
  by: 'store_id' | 'device_id',
  ids: string[],
): Promise<(id: string) => Channels> {
  const places = by === 'store_id' ? { stores: ids } : { devices: ids }
  const rows = await salesBy(ctx, { ...sales, ...places }, [by, 'client'])
  const of = (id: string, client: OnlineClient) => {
    const row = rows.find((one) => one[by] === id && one.client === client)
    return { income: row?.income ?? 0, refund: row?.refund ?? 0 }
  }
  return (id) => ({ wechat: of(id, 'wechat'), alipay: of(id, 'alipay'), gkash: of(id, 'gkash') })
}

/** `count` is that of all stores that have sold; sales in no store are a row, too. */
async function storeRank(ctx: Ctx, sales: SalesOf): Promise<{ data: StoreRank[]; count: number }> {
  const { groups, data } = await mostSales(ctx, sales, 'store_id', ranked)
  const ids = data.map((row) => row.store_id)
  const channels = await channelsOf(ctx, sales, 'store_id', ids)
  const names = await storesNamed(refOf(ctx), ids)
  const machines = await deviceCountsOf(ctx, ids)
  return {
    count: groups,
    data: data.map(({ store_id: id, count, income, refund }) => ({
      store: id === '0' ? null : id,
      store_name: names.get(id)?.store_name ?? null,
      store_address: names.get(id)?.store_address ?? null,
      count,
      devCount: machines.get(id) ?? 0,
      income,
      refund,
      ...channels(id),
    })),
  }
}

async function deviceRank(ctx: Ctx, sales: SalesOf): Promise<{ data: DeviceRank[]; count: number }> {
  const { groups, data } = await mostSales(ctx, sales, 'device_id', ranked)
  const ids = data.map((row) => row.device_id)
  const channels = await channelsOf(ctx, sales, 'device_id', ids)
  const places = await devicePlacesOf(ctx, ids)
  return {
    count: groups,
    data: data.map(({ device_id: id, count, income, refund }) => {
      const { sn, title, store_name: region } = places.get(id) ?? unknownDevice
      return { sn, title, region, count, income, refund, ...channels(id) }
    }),
  }
}

async function goodsRank(ctx: Ctx, sales: SalesOf) {
  const { groups, data } = await mostSalesByGoods(ctx, sales, ranked)
  const titles = await goodsTitlesOf(
    refOf(ctx),
    data.map((row) => row.goods_id),
  )
  return {
    count: groups,
    data: data.map(({ goods_id: id, pieces, income }) => ({
      goods_id: id === '0' ? null : id,
      goods_name: titles.get(id) ?? null,
      count: pieces,
      income,
    })),
  }
}
