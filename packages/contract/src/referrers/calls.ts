import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { Month } from '../kernel/time.ts'
import {
  ExportReferrers,
  Referrer,
  ReferrerEdit,
  ReferrerFilter,
  ReferrerInput,
  ReferrerPick,
  ReferrerPickFilter,
  ReferrerStatement,
  ReferrerTotal,
} from './schemas.ts'

const one = z.strictObject({ referrer_id: Id })

/** Referrers bring customers to some stores, and get a commission of what is sold there. */
export const referrerCalls = calls({
  getReferrer: {
    path: '/api/v1/b/getReferrer',
    access: 'activity',
    input: pageOf(ReferrerFilter),
    output: listOf(Referrer).extend({ month: Month, total: ReferrerTotal }),
  },
  addReferrer: {
    path: '/api/v1/b/addReferrer',
    access: 'activity',
    changes: true,
    input: ReferrerInput,
    output: Referrer,
  },
  editReferrer: {
    path: '/api/v1/b/editReferrer',
    access: 'activity',
    changes: true,
    input: ReferrerEdit,
    output: Referrer,
    errors: ['notFound', 'changedMeanwhile'],
  },
  delReferrer: {
    path: '/api/v1/b/delReferrer',
    access: 'activity',
    changes: true,
    input: one,
    output: z.object({}),
    errors: ['notFound'],
  },
  restoreReferrer: {
    path: '/api/v1/b/restoreReferrer',
    access: 'activity',
    changes: true,
    extension: true,
    input: one,
    output: Referrer,
    errors: ['notFound', 'referrerNumberTaken'],
  },
  getAllReferrer: {
    path: '/api/v1/b/getAllReferrer',
    access: 'activity',
    extension: true,
    input: pageOf(ReferrerPickFilter, 999),
    output: listOf(ReferrerPick),
  },
  getReferrerStatement: {
    path: '/api/v1/b/getReferrerStatement',
    access: 'activity',
    extension: true,
    input: z.strictObject({ referrer_id: Id, month: Month.optional() }),
    output: ReferrerStatement,
    errors: ['notFound'],
  },
  exportReferrers: exportCall({
    path: '/api/v1/b/exportReferrers',
    access: 'activity',
    extension: true,
    input: ExportReferrers,
  }),
})
