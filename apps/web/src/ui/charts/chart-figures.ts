import { type Currency, formatMoney, type Locale } from '@slotwise/contract'

/** A colour by its name in the style sheets, so that a chart follows the theme. */
export type ColorToken = `--${string}`

type Unit = 'money' | 'count' | 'degrees'

export type ChartSeries = {
  name: string
  /** Money is in cents, degrees are Celsius. */
  unit: Unit
  /** One for each point; null where there is nothing yet, such as an hour to come. */
  values: readonly (number | null)[]
  /** A series without a colour is not drawn: it is in the tooltip and in the table only. */
  color?: ColorToken
  /** Tells two lines apart without their colours. */
  dashed?: boolean
}

export type ChartPoint = {
  /** Tells points apart whose names are the same. */
  key?: string
  /** At the axis. */
  name: string
  /** In the tooltip and in the table, where the short name is not enough. */
  fullName?: string
  /** The colour of a slice of a ring. */
  color?: ColorToken
}

/**
 * What a chart shows. The picture, its tooltips and the table are all made of these figures, so that they never
 * differ. A ring draws its first series, one slice a point.
 */
export type ChartFigures = {
  shape: 'line' | 'bar' | 'ring'
  /** What the chart shows: read by screen readers, and the caption of the table. */
  label: string
  /** What a point is: the heading of the first column. */
  pointName: string
  points: readonly ChartPoint[]
  series: readonly ChartSeries[]
}

export type WriteValue = (unit: Unit, value: number | null) => string

/** Writes values as the rest of the console does: exact amounts, whole counts, tenths of a degree. */
export const writeValue =
  (currency: Currency, locale: Locale): WriteValue =>
  (unit, value) => {
    if (value === null) return '–'
    if (unit === 'money') return formatMoney(value, currency, locale)
    if (unit === 'count') return value.toLocaleString('en-US')
    return `${value.toFixed(1)} ${locale === 'en-US' ? '°C' : '℃'}`
  }

/** A row of the table, and the tooltip of a point. */
export type ChartRow = { key: string; name: string; values: string[] }

export const chartRows = ({ points, series }: ChartFigures, write: WriteValue): ChartRow[] =>
  points.map(({ name, key = name, fullName = name }, index) => ({
    key,
    name: fullName,
    values: series.map(({ unit, values }) => write(unit, values[index] ?? null)),
  }))

export const drawnSeries = ({ series }: ChartFigures): ChartSeries[] =>
  series.filter(({ color }) => color !== undefined)
