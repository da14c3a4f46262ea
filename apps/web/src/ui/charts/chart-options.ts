import type { Locale } from '@slotwise/contract'
import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'

import { type ChartFigures, type ChartSeries, type ColorToken, drawnSeries } from './chart-figures.ts'

export type ChartOption = ComposeOption<BarSeriesOption | GridComponentOption | LineSeriesOption>

export type ChartLook = {
  /** The value of a token in the current theme. */
  colorOf: (token: ColorToken) => string
  isDark: boolean
  font: string
  locale: Locale
  /** No movement, for users who asked the system for less of it. */
  calm: boolean
}

/** A number at the axis, short: `1.2k`, `1.2万`. Exact values are in the tooltip. */
const axisLabel = (unit: ChartSeries['unit'], locale: Locale): ((value: number) => string) => {
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (value) => short.format(unit === 'money' ? value / 100 : value)
}

/** ECharts' own description of lines or bars. The colours and texts of a canvas cannot come from a style sheet. */
export function chartOption(figures: ChartFigures, look: ChartLook): ChartOption {
  return {
    darkMode: look.isDark,
    animation: !look.calm,
    animationDuration: 300,
    textStyle: { fontFamily: look.font, color: look.colorOf('--text-muted') },
    ...axisOption(figures, look),
  }
}

function axisOption(figures: ChartFigures, look: ChartLook): ChartOption {
  const { colorOf, locale } = look
  const drawn = drawnSeries(figures)
  const units = [...new Set(drawn.map(({ unit }) => unit))]
  const line = { lineStyle: { color: colorOf('--line') } }
  const label = { color: colorOf('--text-muted'), fontSize: 12 }
  return {
    grid: {
      left: 4,
      right: 12,
      top: 16,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'category',
      data: figures.points.map(({ name }) => name),
      boundaryGap: figures.shape === 'bar',
      axisLine: line,
      axisTick: { show: false },
      axisLabel: { ...label, hideOverlap: true },
    },
    yAxis: units.map((unit, index) => ({
      type: 'value',
      // Without sales the axis still has a scale.
      max: ({ max }: { max: number }) => (max > 0 ? null : unit === 'money' ? 8_000 : 8),
      minInterval: unit === 'money' ? 100 : 1,
      splitNumber: 4,
      splitLine: index === 0 ? { ...line, show: true } : { show: false },
      axisLabel: { ...label, formatter: axisLabel(unit, locale) },
    })),
    series: drawn.map((series) => axisSeries(figures, series, units.indexOf(series.unit), look)),
  }
}

function axisSeries(
  { shape }: ChartFigures,
  { name, values, color = '--primary', dashed = false }: ChartSeries,
  yAxisIndex: number,
  { colorOf }: ChartLook,
): BarSeriesOption | LineSeriesOption {
  const common = { name, data: [...values], yAxisIndex, itemStyle: { color: colorOf(color) } }
  if (shape === 'bar')
    return {
      ...common,
      type: 'bar',
      barMaxWidth: 28,
      itemStyle: { ...common.itemStyle, borderRadius: [3, 3, 0, 0] },
    }
  // A single point has no line, so it needs its dot.
  const isAlone = values.filter((value) => value !== null).length === 1
  return {
    ...common,
    type: 'line',
    symbol: 'circle',
    symbolSize: 6,
    showSymbol: isAlone,
    lineStyle: { width: 2, type: dashed ? 'dashed' : 'solid' },
    ...(dashed ? {} : { areaStyle: { opacity: 0.08 } }),
    emphasis: { lineStyle: { width: 2 }, areaStyle: { opacity: 0.08 } },
  }
}
