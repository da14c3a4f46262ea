import { z } from 'zod'

import { calls } from '../kernel/call.ts'
import { Attention, Beginnings, detailKinds, Overview, OverviewDetail, overviewRanges } from './schemas.ts'

export const overviewCalls = calls({
  overview: {
    path: '/api/v1/a/overview',
    access: 'home',
    input: z.strictObject({ day: z.enum(['today', 'yesterday']).default('today') }),
    output: Overview,
  },
  detail: {
    path: '/api/v1/a/detail',
    access: 'home',
    input: z.strictObject({
      kind: z.enum(detailKinds).default('trend'),
      range: z.enum(overviewRanges).default('month'),
    }),
    output: OverviewDetail,
  },
  /** What needs a hand today. */
  getAttention: {
    path: '/api/v1/a/getAttention',
    access: 'home',
    extension: true,
    input: z.strictObject({}),
    output: Attention,
  },
  /** The checklist of a new merchant. */
  getBeginnings: {
    path: '/api/v1/a/getBeginnings',
    access: 'home',
    extension: true,
    input: z.strictObject({}),
    output: Beginnings,
  },
})
