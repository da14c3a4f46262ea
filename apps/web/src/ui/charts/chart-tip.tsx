import type { CSSProperties } from 'react'

import type { ChartFigures, ChartRow } from './chart-figures.ts'

/** Where a tooltip stands, in pixels of the box of its chart. */
export type TipPlace = { index: number; x: number; y: number; width: number }

type ChartTipProps = { figures: ChartFigures; row: ChartRow | undefined; place: TipPlace }

/** The exact figures of a point, beside the pointer; on the side where there is more room. */
export function ChartTip({ figures: { series }, row, place: { x, y, width } }: ChartTipProps) {
  if (!row) return null
  const isLeft = x > width / 2
  const style = {
    '--tip-x': `${isLeft ? width - x : x}px`,
    '--tip-y': `${y}px`,
  } as CSSProperties
  return (
    <div className={isLeft ? 'sw-chart-tip is-left' : 'sw-chart-tip'} style={style} aria-hidden="true">
      <strong>{row.name}</strong>
      <dl>
        {series.map(({ name, color }, index) => (
          <div key={name}>
            <dt>
              {color && (
                <i className="sw-chart-swatch" style={{ '--swatch': `var(${color})` } as CSSProperties} />
              )}
              {name}
            </dt>
            <dd className="sw-figures">{row.values[index]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
