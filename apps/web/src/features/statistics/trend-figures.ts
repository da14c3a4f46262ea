import type { StatisticsTrend } from '@slotwise/contract'

import type { ChartFigures, ChartPoint } from '../../ui/charts/chart-figures.ts'
import type { Compared } from './figures.tsx'

type Named = { name: Compared; label: string; unit: 'money' | 'count' }

type Wanted = {
  trend: StatisticsTrend
  /** The figures of the table, of which one is drawn. */
  figures: readonly Named[]
  drawn: Compared
  label: string
  pointName: string
  /** The merchant's day and hour: what is still to come has no figures. */
  now: { day: string; hour: number }
  /** The only day of a trend by hours. */
  day: string | undefined
}

/** More points than these make bars too thin to point at. */
const mostBars = 31

/** Sales over time as a chart. Hours, days and months that have not begun have no figures. */
export function trendFigures({ trend, figures, drawn, label, pointName, now, day }: Wanted): ChartFigures {
  const isToCome = (period: string): boolean =>
    trend.step === 'hour'
      ? (day ?? '') > now.day || (day === now.day && Number(period) > now.hour)
      : period > now.day.slice(0, period.length)
  return {
    shape: trend.data.length > mostBars ? 'line' : 'bar',
    label,
    pointName,
    points: trend.data.map(({ period }) => pointOf(trend.step, period)),
    series: figures.map(({ name, label: series, unit }) => ({
      name: series,
      unit,
      values: trend.data.map((point) => (isToCome(point.period) ? null : point[name])),
      ...(name === drawn ? { color: '--primary' as const } : {}),
    })),
  }
}

function pointOf(step: StatisticsTrend['step'], at: string): ChartPoint {
  if (step === 'hour') return { name: `${at.padStart(2, '0')}:00` }
  return step === 'day' ? { name: at.slice(5), fullName: at } : { name: at }
}
