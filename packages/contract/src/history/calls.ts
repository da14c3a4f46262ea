import { z } from 'zod'

import { exportCall, ExportFormat } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { longListOf, longPageOf } from '../kernel/paging.ts'
import { HistoryFilter, HistoryLine } from './schemas.ts'

export const historyCalls = calls({
  getDevHistory: {
    path: '/api/v1/d/getDevHistory',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ ...longPageOf(z.strictObject({}), 20).shape, condition: HistoryFilter }),
    output: longListOf(HistoryLine),
    errors: ['notFound', 'narrowFilter'],
  },
  exportDevHistory: exportCall({
    path: '/api/v1/d/exportDevHistory',
    access: 'device.manage',
    extension: true,
    input: z.strictObject({ format: ExportFormat, condition: HistoryFilter }),
    errors: ['notFound'],
  }),
})
