import type { ChartFigures, ColorToken } from './chart-figures.ts'

export type Slice = {
  index: number
  color: ColorToken
  /** In percent of the whole ring. */ from: number
  share: number
}

/** The first series as slices of a ring, clockwise from the top. Values of zero and below have none. */
export function ringSlices({ points, series: [drawn] }: ChartFigures): Slice[] {
  const values = points.map((_, index) => Math.max(0, drawn?.values[index] ?? 0))
  const whole = values.reduce((sum, value) => sum + value, 0)
  let before = 0
  return points.flatMap(({ color = '--primary' }, index) => {
    const value = values[index] ?? 0
    if (value === 0) return []
    const from = (before / whole) * 100
    before += value
    return [{ index, color, from, share: (value / whole) * 100 }]
  })
}
