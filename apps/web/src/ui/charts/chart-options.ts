import type { Locale } from '@slotwise/contract'
import type { BarSeriesOption, LineSeriesOption, PieSeriesOption } from 'echarts/charts'
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'

import { type ChartFigures, type ChartSeries, type ColorToken, drawnSeries } from './chart-figures.ts'

export type ChartOption = ComposeOption<
  BarSeriesOption | GridComponentOption | LineSeriesOption | PieSeriesOption | TooltipComponentOption
>

export type ChartLook = {
  /** The value of a token in the current theme. */
  colorOf: (token: ColorToken) => string
  isDark: boolean
  font: string
  locale: Locale
  /** No movement, for users who asked the system for less of it. */
  calm: boolean
  /** The tooltip of a point. */
  tipOf: (index: number) => HTMLElement
}

/** A number at the axis, short: `1.2k`, `1.2万`. Exact values are in the tooltip. */
const axisLabel = (unit: ChartSeries['unit'], locale: Locale): ((value: number) => string) => {
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })
  return (value) => short.format(unit === 'money' ? value / 100 : value)
}

/** ECharts' own description of the figures. The colours and texts of a canvas cannot come from a style sheet. */
export function chartOption(figures: ChartFigures, look: ChartLook): ChartOption {
  return {
    darkMode: look.isDark,
    animation: !look.calm,
    animationDuration: 300,
    textStyle: { fontFamily: look.font, color: look.colorOf('--text-muted') },
    ...(figures.shape === 'ring' ? ringOption(figures, look) : axisOption(figures, look)),
  }
}

const tooltip = (
  { colorOf, tipOf, calm }: ChartLook,
  indexOf: (params: { dataIndex: number }) => number,
): TooltipComponentOption => ({
  // Confined tooltips have no arrow: ECharts would write it as markup with inline styles, which the content security
  // policy forbids. The tooltip itself is made of elements.
  confine: true,
  transitionDuration: calm ? 0 : 0.12,
  padding: 0,
  borderWidth: 0,
  backgroundColor: colorOf('--surface'),
  extraCssText: 'box-shadow:none;border-radius:8px',
  formatter: (params) => {
    const first = Array.isArray(params) ? params[0] : params
    return first ? tipOf(indexOf(first)) : ''
  },
})

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
    tooltip: {
      trigger: 'axis',
      axisPointer: {
        type: figures.shape === 'bar' ? 'shadow' : 'line',
        lineStyle: { color: colorOf('--line-strong') },
        shadowStyle: { color: colorOf('--surface-hover'), opacity: 0.6 },
      },
      ...tooltip(look, ({ dataIndex }) => dataIndex),
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
      max: ({ max }: { max: number }) => (max > 0 ? null : unit === 'money' ? 10_000 : 10),
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
    emphasis: { disabled: true },
  }
}

function ringOption({ points, series: [drawn] }: ChartFigures, look: ChartLook): ChartOption {
  const values = drawn?.values ?? []
  const slices = points
    .map((point, index) => ({ ...point, index, value: values[index] ?? 0 }))
    .filter(({ value }) => value > 0)
  return {
    tooltip: {
      trigger: 'item',
      ...tooltip(look, ({ dataIndex }) => slices[dataIndex]?.index ?? 0),
      show: slices.length > 0,
    },
    series: {
      type: 'pie',
      radius: ['68%', '96%'],
      // A ring of nothing is a grey ring.
      silent: slices.length === 0,
      label: { show: false },
      labelLine: { show: false },
      emphasis: { scale: false },
      itemStyle: { borderColor: look.colorOf('--surface'), borderWidth: slices.length > 1 ? 2 : 0 },
      data:
        slices.length === 0
          ? [{ value: 1, name: '', itemStyle: { color: look.colorOf('--line') } }]
          : slices.map(({ name, value, color = '--primary' }) => ({
              name,
              value,
              itemStyle: { color: look.colorOf(color) },
            })),
    },
  }
}
