import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'

import { useLocale } from '../../lib/i18n.tsx'
import { tokenValue, useTheme } from '../../lib/theme.ts'
import { useMedia } from '../use-media.ts'
import { type ChartFigures, chartRows, type WriteValue } from './chart-figures.ts'
import { chartOption } from './chart-options.ts'
import { tipElement } from './chart-tip.ts'

// A canvas, because the SVG renderer writes style attributes, which the content security policy forbids.
register([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, CanvasRenderer])

/** The picture. This file is the only one that loads ECharts; `chart.tsx` loads it when a chart is shown. */
export function ChartCanvas({ figures, write }: { figures: ChartFigures; write: WriteValue }) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const locale = useLocale()
  const { theme } = useTheme()
  const calm = useMedia('(prefers-reduced-motion: reduce)')

  useEffect(() => {
    const element = box.current
    if (!element) return
    const made = init(element)
    chart.current = made
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
      chart.current = undefined
    }
  }, [])

  useEffect(() => {
    const rows = chartRows(figures, write)
    const option = chartOption(figures, {
      colorOf: tokenValue,
      font: tokenValue('--font'),
      locale,
      isDark: theme === 'dark',
      calm,
      tipOf: (index) => tipElement(figures, rows[index]),
    })
    // Series that are gone are removed; those that stay move to their new values.
    chart.current?.setOption(option, { replaceMerge: ['series', 'yAxis'] })
  }, [figures, write, locale, theme, calm])

  return <div ref={box} className="sw-chart-canvas" role="img" aria-label={figures.label} />
}
