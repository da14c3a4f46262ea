import { LineChartOutlined, ProfileOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { type CSSProperties, type ReactNode, useMemo, useState } from 'react'

import type { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { lazyPage } from '../../lib/lazy.ts'
import { useSession } from '../../lib/session.ts'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { ErrorState } from '../states.tsx'
import { type ChartFigures, drawnSeries, type WriteValue, writeValue } from './chart-figures.ts'
import { ChartTable } from './chart-table.tsx'
import { chartWords } from './chart-words.ts'
import './chart.css'
import { RingChart } from './ring-chart.tsx'

/** ECharts is a chunk of its own, which loads while the page already shows its figures. */
const loading = {
  waiting: <span className="sw-chart-bone" />,
  failed: (error: CallError, retry: () => void) => <ErrorState error={error} onRetry={retry} />,
}
const LineCanvas = lazyPage(async () => (await import('./chart-canvas.tsx')).ChartCanvas, loading)
const BarCanvas = lazyPage(async () => (await import('./bar-canvas.tsx')).BarCanvas, loading)
const pictures = { line: LineCanvas, bar: BarCanvas, ring: RingChart }

/** For pages with lines: the code of charts then loads beside the figures, not after them. */
export const prefetchCharts = LineCanvas.prefetch

export type ChartView = { isTable: boolean; setTable: (isTable: boolean) => void }

/** Whether a chart is shown as a table. The choice is kept for the next visit, by the name of the chart. */
export function useChartView(name: string): ChartView {
  const key = `slotwise.chart.${name}`
  const [isTable, setIsTable] = useState(() => readStored(key) === 'table')
  return {
    isTable,
    setTable: (next) => {
      if (next) writeStored(key, 'table')
      else removeStored(key)
      setIsTable(next)
    },
  }
}

/** The button between chart and table; it stands in the head of the chart's card. `of` names the chart. */
export function ChartSwitch({ view: { isTable, setTable }, of }: { view: ChartView; of: string }) {
  const t = useT(chartWords)
  return (
    <Tooltip title={t(isTable ? 'asChart' : 'asTable')}>
      <Button
        type="text"
        className="sw-chart-switch"
        aria-label={t(isTable ? 'asChartOf' : 'asTableOf', { name: of })}
        // Pictures of the menu, which are loaded already.
        icon={isTable ? <LineChartOutlined aria-hidden="true" /> : <ProfileOutlined aria-hidden="true" />}
        onClick={() => setTable(!isTable)}
      />
    </Tooltip>
  )
}

/** Writes the values of charts in the merchant's currency and the user's language. */
function useWriteValue(): WriteValue {
  const locale = useLocale()
  const currency = useSession()?.currency ?? 'CNY'
  return useMemo(() => writeValue(currency, locale), [currency, locale])
}

type ChartProps = {
  /** Keep the object while nothing changes: a new one draws the chart again. */
  figures: ChartFigures
  /** Without it the chart is never a table, because the figures stand beside it. */
  view?: ChartView
  /** In pixels; the table has the same height, so that the page does not jump. */
  height?: number
  /** In the middle of a ring. */
  center?: ReactNode
}

/** A chart, or the table of the same figures. */
export function Chart({ figures, view, height = 260, center }: ChartProps) {
  const write = useWriteValue()
  const drawn = drawnSeries(figures)
  const Picture = pictures[figures.shape]
  return (
    <figure
      className="sw-chart"
      data-shape={figures.shape}
      style={{ '--chart-height': `${height}px` } as CSSProperties}
    >
      {view?.isTable ? (
        <ChartTable figures={figures} write={write} />
      ) : (
        <>
          {figures.shape !== 'ring' && drawn.length > 1 && (
            <ul className="sw-chart-legend" aria-hidden="true">
              {drawn.map(({ name, color, dashed }) => (
                <li key={name}>
                  <i
                    className={dashed ? 'sw-chart-swatch is-dashed' : 'sw-chart-swatch'}
                    style={{ '--swatch': `var(${color})` } as CSSProperties}
                  />
                  {name}
                </li>
              ))}
            </ul>
          )}
          <div className="sw-chart-box">
            <Picture figures={figures} write={write} />
            {center && <div className="sw-chart-center">{center}</div>}
          </div>
        </>
      )}
    </figure>
  )
}
