import { BarChart } from 'echarts/charts'
import { use as register } from 'echarts/core'

import { ChartCanvas } from './chart-canvas.tsx'

register([BarChart])

/** A canvas that can draw bars, too. Its code is apart, because the dashboard draws lines only. */
export const BarCanvas = ChartCanvas
