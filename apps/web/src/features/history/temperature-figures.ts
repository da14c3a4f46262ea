import { addDays, clockOf, dayOf, startOfDay, type Temperature } from '@slotwise/contract'

import type { ChartFigures, ChartPoint } from '../../ui/charts/chart-figures.ts'

type Texts = { label: string; pointName: string; lowest: string; highest: string }
type Written = {
  span: 'day' | 'month'
  texts: Texts
  /** The moment of the rows. */
  now: Date
  utcOffsetMinutes: number
}

const hourMs = 3_600_000
const hours = 24
const days = 30

/** The beginnings of the last 24 hours, or of the last 30 days, the oldest first. */
function beginnings({ span, now, utcOffsetMinutes }: Written): Date[] {
  if (span === 'month') {
    const today = dayOf(now, utcOffsetMinutes)
    return Array.from({ length: days }, (_, index) =>
      startOfDay(addDays(today, index + 1 - days), utcOffsetMinutes),
    )
  }
  const thisHour = Math.floor(now.getTime() / hourMs) * hourMs
  return Array.from({ length: hours }, (_, index) => new Date(thisHour - (hours - 1 - index) * hourMs))
}

function pointOf(at: Date, { span, utcOffsetMinutes }: Written): ChartPoint {
  const day = dayOf(at, utcOffsetMinutes)
  const clock = clockOf(at, utcOffsetMinutes)
  if (span === 'month') return { key: day, name: day.slice(5), fullName: day }
  return { key: `${day} ${clock}`, name: clock, fullName: `${day} ${clock}` }
}

/** Where the machine reported nothing there is no value, so that the line has a gap. */
export function temperatureFigures(rows: readonly Temperature[], written: Written): ChartFigures {
  const { texts } = written
  const points = beginnings(written)
  const rowAt = new Map(rows.map((row) => [Date.parse(row.at), row]))
  const valuesOf = (read: (row: Temperature) => number): (number | null)[] =>
    points.map((at) => {
      const row = rowAt.get(at.getTime())
      return row ? read(row) : null
    })
  return {
    shape: 'line',
    label: texts.label,
    pointName: texts.pointName,
    points: points.map((at) => pointOf(at, written)),
    series: [
      {
        name: texts.highest,
        unit: 'degrees',
        values: valuesOf(({ highest }) => highest),
        color: '--warning',
      },
      {
        name: texts.lowest,
        unit: 'degrees',
        values: valuesOf(({ lowest }) => lowest),
        color: '--primary',
        dashed: true,
      },
    ],
  }
}
