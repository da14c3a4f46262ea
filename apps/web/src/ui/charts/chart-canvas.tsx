import { LineChart } from 'echarts/charts'
import { GridSimpleComponent } from 'echarts/components'
import { type EChartsType, init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type PointerEvent, useEffect, useRef, useState } from 'react'

import { useLocale } from '../../lib/i18n.tsx'
import { tokenValue, useTheme } from '../../lib/theme.ts'
import { useMedia } from '../use-media.ts'
import { type ChartFigures, chartRows, drawnSeries, type WriteValue } from './chart-figures.ts'
import { chartOption } from './chart-options.ts'
import { ChartTip, type TipPlace } from './chart-tip.tsx'

// A canvas, because the SVG renderer writes style attributes, which the content security policy forbids. The tooltip
// is ours: that of ECharts has 14 kB, and writes markup with inline styles.
register([LineChart, GridSimpleComponent, CanvasRenderer])

/** The picture. This file is the only one that loads ECharts; `chart.tsx` loads it when a chart is shown. */
export function ChartCanvas({ figures, write }: { figures: ChartFigures; write: WriteValue }) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const locale = useLocale()
  const { theme } = useTheme()
  const isPrinted = useMedia('print')
  const calm = useMedia('(prefers-reduced-motion: reduce)') || isPrinted
  const [tip, setTip] = useState<TipPlace>()

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
    const option = chartOption(figures, {
      colorOf: tokenValue,
      isDark: theme === 'dark',
      font: tokenValue('--font'),
      locale,
      calm,
    })
    // Series that are gone are removed; those that stay move to their new values.
    chart.current?.setOption(option, { replaceMerge: ['series', 'yAxis'] })
    // The next frame would be too late for the paper.
    if (isPrinted) chart.current?.getZr().flush()
  }, [figures, locale, theme, calm, isPrinted])

  const shown = tip?.index
  const drawn = drawnSeries(figures).length
  useEffect(() => {
    if (shown === undefined) return
    const dots = { seriesIndex: Array.from({ length: drawn }, (_, index) => index), dataIndex: shown }
    const made = chart.current
    made?.dispatchAction({ type: 'highlight', ...dots })
    return () => made?.dispatchAction({ type: 'downplay', ...dots })
  }, [shown, drawn])

  /** The point nearest to the pointer. */
  const point = ({ clientX, clientY }: PointerEvent): void => {
    const made = chart.current
    const place = box.current?.getBoundingClientRect()
    if (!made || !place) return
    const [x, y] = [clientX - place.left, clientY - place.top]
    if (!made.containPixel('grid', [x, y])) return setTip(undefined)
    const index = Math.round(made.convertFromPixel({ xAxisIndex: 0 }, x))
    if (figures.points[index] === undefined) return setTip(undefined)
    setTip({ index, x: made.convertToPixel({ xAxisIndex: 0 }, index), y, width: place.width })
  }
  return (
    <div
      className="sw-chart-canvas"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setTip(undefined)}
    >
      <div ref={box} role="img" aria-label={figures.label} />
      {tip && <ChartTip figures={figures} row={chartRows(figures, write)[tip.index]} place={tip} />}
    </div>
  )
}
