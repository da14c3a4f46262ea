import { type PointerEvent, useState } from 'react'

import { type ChartFigures, chartRows, type WriteValue } from './chart-figures.ts'
import { ChartTip, type TipPlace } from './chart-tip.tsx'
import { ringSlices } from './ring-slices.ts'

/** A circle whose length is 100, so that shares in percent are lengths. */
const radius = 100 / (2 * Math.PI)
/** Between slices. */
const gap = 0.8

/** A ring is a few arcs, so it is drawn without ECharts: it is there at once, and its colours follow the theme. */
export function RingChart({ figures, write }: { figures: ChartFigures; write: WriteValue }) {
  const [tip, setTip] = useState<TipPlace>()
  const slices = ringSlices(figures)
  const point = (index: number) => (event: PointerEvent<SVGCircleElement>) => {
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect()
    if (box) setTip({ index, x: event.clientX - box.left, y: event.clientY - box.top, width: box.width })
  }
  return (
    <>
      <svg className="sw-chart-ring" viewBox="0 0 38 38" role="img" aria-label={figures.label}>
        <circle cx="19" cy="19" r={radius} />
        {slices.map(({ index, color, from, share }) => (
          <circle
            key={index}
            cx="19"
            cy="19"
            r={radius}
            pathLength="100"
            // A single slice is the whole ring, without a seam.
            strokeDasharray={slices.length === 1 ? undefined : `${Math.max(0.3, share - gap)} 100`}
            strokeDashoffset={-from}
            style={{ stroke: `var(${color})` }}
            onPointerMove={point(index)}
            onPointerDown={point(index)}
            onPointerLeave={() => setTip(undefined)}
          />
        ))}
      </svg>
      {tip && <ChartTip figures={figures} row={chartRows(figures, write)[tip.index]} place={tip} />}
    </>
  )
}
