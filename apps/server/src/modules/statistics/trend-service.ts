/** The chart above each list: sales by hour, day or month, without gaps. */
import {
  addDays,
  countryFacts,
  type ParsedInputOf,
  startOfDay,
  type statisticsCalls,
  type StatisticsTrend,
} from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { hourMs } from '../../kernel/moments.ts'
import { daysIn } from '../../kernel/month-days.ts'
import type { SalesOf } from '../../kernel/sold-by.ts'
import { amountNames, salesBy, salesByDay, salesByHour, salesOf } from '../sums/index.ts'
import { endOf, todayOf } from './period.ts'

type Input = ParsedInputOf<(typeof statisticsCalls)['getSalesTrend']>
type Point = StatisticsTrend['data'][number]
type Amounts = Omit<Point, 'at'>

/** Ranges that are longer are shown by months. */
const mostDays = 92

export async function getSalesTrend(ctx: Ctx, { condition }: Input): Promise<StatisticsTrend> {
  const { from, to } = condition
  const sales = await salesOf(ctx, condition)
  const today = todayOf(ctx)
  if (from === undefined) return byMonths(ctx, sales, undefined, to ?? today)
  const end = endOf(from, to, today)
  if (from === end) return byHours(ctx, sales, from)
  return daysIn(from, end) <= mostDays
    ? byDays(ctx, sales, { from, to: end })
    : byMonths(ctx, sales, from, end)
}

/** The points of these periods; those without sales are zero. */
function pointsOf(periods: readonly string[], rows: readonly (Amounts & { period: string })[]): Point[] {
  const points = new Map(
    periods.map((period): [string, Point] => [period, { period, income: 0, refund: 0, count: 0 }]),
  )
  for (const { period, income, refund, count } of rows) {
    const point = points.get(period)
    if (!point) continue
    point.income += income
    point.refund += refund
    point.count += count
  }
  return [...points.values()]
}

async function byHours(ctx: Ctx, sales: SalesOf, day: string): Promise<StatisticsTrend> {
  const { utcOffsetMinutes } = countryFacts[ctx.tenant.country]
  const since = startOfDay(day, utcOffsetMinutes)
  const before = startOfDay(addDays(day, 1), utcOffsetMinutes)
  const rows = await salesByHour(ctx, sales, { since, before }, amountNames)
  const hourOf = (hour: Date): string => String((hour.getTime() - since.getTime()) / hourMs)
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour))
  return {
    step: 'hour',
    data: pointsOf(
      hours,
      rows.map((row) => ({ ...row, period: hourOf(row.hour) })),
    ),
  }
}

async function byDays(
  ctx: Ctx,
  sales: SalesOf,
  { from, to }: { from: string; to: string },
): Promise<StatisticsTrend> {
  const rows = await salesByDay(ctx, { ...sales, from, to }, amountNames)
  const days = Array.from({ length: daysIn(from, to) }, (_, n) => addDays(from, n))
  return {
    step: 'day',
    data: pointsOf(
      days,
      rows.map((row) => ({ ...row, period: row.day })),
    ),
  }
}

const monthText = (day: string): string => day.slice(0, 7)

async function byMonths(
  ctx: Ctx,
  sales: SalesOf,
  from: string | undefined,
  to: string,
): Promise<StatisticsTrend> {
  const rows = await salesBy(ctx, sales, ['month'])
  const first = monthText(from ?? rows[0]?.month ?? to)
  const last = monthText(to)
  const months: string[] = []
  for (let month = first; month <= last; month = monthText(addDays(`${month}-01`, 31))) months.push(month)
  return {
    step: 'month',
    data: pointsOf(
      months,
      rows.map((row) => ({ ...row, period: monthText(row.month) })),
    ),
  }
}
