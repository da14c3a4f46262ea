import {
  type DeviceRank,
  type GoodsRank,
  onlineClients,
  type OnlineClient,
  type StoreRank,
} from '@slotwise/contract'

import type { ChartFigures, ChartSeries } from '../../ui/charts/chart-figures.ts'

/** A place in the ranking of stores or machines. */
export type Ranked = Pick<StoreRank | DeviceRank, 'count' | 'income' | 'refund' | OnlineClient>

type Named = { key: string; name: string }

export type ChannelShare = { client: OnlineClient | 'others'; income: number; refund: number }

/** What a place earned and gave back by payment; the shares add up to its income and to its refunds. */
export function sharesOf(row: Ranked): ChannelShare[] {
  const rest = (what: 'income' | 'refund'): number =>
    onlineClients.reduce((left, client) => left - row[client][what], row[what])
  const shares: ChannelShare[] = [
    ...onlineClients.map((client) => ({ client, ...row[client] })),
    { client: 'others', income: rest('income'), refund: rest('refund') },
  ]
  return shares.filter(({ income, refund }) => income !== 0 || refund !== 0)
}

type RankTexts = {
  label: string
  pointName: string
  count: string
  income: string
  refund: string
  of: (client: OnlineClient, what: 'income' | 'refund') => string
}

/** The ranking as a table, with what its tooltips say. */
export function rankFigures(rows: readonly (Ranked & Named)[], texts: RankTexts): ChartFigures {
  const used = onlineClients.filter((client) =>
    rows.some((row) => row[client].income !== 0 || row[client].refund !== 0),
  )
  const byClient = used.flatMap((client) =>
    (['income', 'refund'] as const).map((what): ChartSeries => ({
      name: texts.of(client, what),
      unit: 'money',
      values: rows.map((row) => row[client][what]),
    })),
  )
  return {
    shape: 'bar',
    label: texts.label,
    pointName: texts.pointName,
    points: rows.map(({ key, name }) => ({ key, name })),
    series: [
      { name: texts.income, unit: 'money', values: rows.map(({ income }) => income), color: '--primary' },
      { name: texts.refund, unit: 'money', values: rows.map(({ refund }) => refund) },
      { name: texts.count, unit: 'count', values: rows.map(({ count }) => count) },
      ...byClient,
    ],
  }
}

/** The ranking of goods; they are not sold by payment. */
export const goodsFigures = (
  rows: readonly (GoodsRank & Named)[],
  texts: Omit<RankTexts, 'of' | 'refund'>,
): ChartFigures => ({
  shape: 'bar',
  label: texts.label,
  pointName: texts.pointName,
  points: rows.map(({ key, name }) => ({ key, name })),
  series: [
    { name: texts.income, unit: 'money', values: rows.map(({ income }) => income), color: '--primary' },
    { name: texts.count, unit: 'count', values: rows.map(({ count }) => count) },
  ],
})

/** The length of a bar in percent of the longest; income below zero has none. */
export const barOf = (income: number, most: number): number =>
  most <= 0 ? 0 : Math.max(0, Math.round((income / most) * 1000) / 10)
