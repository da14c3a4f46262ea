import {
  clockOf,
  dayOf,
  type Locale,
  onlineClients,
  type OnlineClient,
  type overviewRanges,
  type PayClient,
  type TrendRow,
} from '@slotwise/contract'

import type { ChartFigures, ChartPoint, ChartSeries } from '../../ui/charts/chart-figures.ts'

export type TrendRange = (typeof overviewRanges)[number]

/** The tab that is open at first. Little has been sold before 13:00, so the month says more until then. */
export const standingRange = (now: Date, utcOffsetMinutes: number): TrendRange =>
  clockOf(now, utcOffsetMinutes) < '13:00' ? 'month' : 'today'

export type TrendTexts = {
  label: string
  hour: string
  day: string
  income: string
  refund: string
  count: string
  /** `WeChat, income` */
  of: (client: PayClient, what: 'income' | 'refund') => string
}

type Written = { texts: TrendTexts; locale: Locale; now: Date; utcOffsetMinutes: number }

const two = (number: number): string => String(number).padStart(2, '0')

function pointOf({ hour, day = '' }: TrendRow, isWeek: boolean, locale: Locale): ChartPoint {
  if (hour !== undefined) return { name: String(hour), fullName: `${two(hour)}:00–${two(hour)}:59` }
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
  return { name: isWeek ? weekday : String(Number(day.slice(8))), fullName: `${day} ${weekday}` }
}

const columns = {
  wechat: { income: 'wxIncome', refund: 'wxRefund' },
  alipay: { income: 'alipayIncome', refund: 'alipayRefund' },
  gkash: { income: 'gkashIncome', refund: 'gkashRefund' },
} as const satisfies Record<OnlineClient, Record<'income' | 'refund', keyof TrendRow>>

/** The points of the trend. What is still to come has no value, so that the line ends now instead of falling to zero. */
export function trendFigures(
  rows: readonly TrendRow[],
  { texts, locale, now, utcOffsetMinutes }: Written,
): ChartFigures {
  const today = dayOf(now, utcOffsetMinutes)
  const hourNow = Number(clockOf(now, utcOffsetMinutes).slice(0, 2))
  const isToCome = ({ hour, day }: TrendRow): boolean =>
    hour === undefined ? day !== undefined && day > today : hour > hourNow
  const valuesOf = (read: (row: TrendRow) => number) => rows.map((row) => (isToCome(row) ? null : read(row)))
  const byClient = onlineClients.flatMap((client): ChartSeries[] =>
    (['income', 'refund'] as const)
      .filter((what) => rows.some((row) => row[columns[client][what]] !== 0))
      .map((what) => ({
        name: texts.of(client, what),
        unit: 'money',
        values: valuesOf((row) => row[columns[client][what]]),
      })),
  )
  return {
    shape: 'line',
    label: texts.label,
    pointName: rows[0]?.hour === undefined ? texts.day : texts.hour,
    points: rows.map((row) => pointOf(row, rows.length === 7, locale)),
    series: [
      { name: texts.income, unit: 'money', values: valuesOf((row) => row.income), color: '--primary' },
      {
        name: texts.refund,
        unit: 'money',
        values: valuesOf((row) => row.refund),
        color: '--warning',
        dashed: true,
      },
      { name: texts.count, unit: 'count', values: valuesOf((row) => row.count) },
      ...byClient,
    ],
  }
}
