import { z } from 'zod'

import { exportCall, ExportFormat } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { longListOf, longPageOf } from '../kernel/paging.ts'
import { Sn } from '../kernel/sn.ts'
import { DeviceSlip, HistoryFilter, HistoryLine, Temperature, temperatureSpans } from './schemas.ts'

export const historyCalls = calls({
  getDevHistory: {
    path: '/api/v1/d/getDevHistory',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ ...longPageOf(z.strictObject({}), 20).shape, condition: HistoryFilter }),
    output: longListOf(HistoryLine),
    errors: ['notFound', 'narrowFilter'],
  },
  getDevTemperature: {
    path: '/api/v1/d/getDevTemperature',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ sn: Sn, span: z.enum(temperatureSpans) }),
    output: z.object({ data: z.array(Temperature) }),
    errors: ['notFound'],
  },
  /** What was wrong with its messages within 90 days, the latest first. */
  getDevSlips: {
    path: '/api/v1/d/getDevSlips',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ sn: Sn }),
    output: z.object({ data: z.array(DeviceSlip) }),
    errors: ['notFound'],
  },
  exportDevHistory: exportCall({
    path: '/api/v1/d/exportDevHistory',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ format: ExportFormat, condition: HistoryFilter }),
    errors: ['notFound'],
  }),
})
