import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { Month } from '../kernel/time.ts'
import { ExportSites, SiteDetail, SiteFilter, SiteStatement, SiteTotal } from './schemas.ts'

/** Sites: what the owners of the places get in which machines stand. */
export const siteCalls = calls({
  getSites: {
    path: '/api/v1/b/getSites',
    access: 'bank.settle',
    extension: true,
    input: pageOf(SiteFilter),
    // Stores with an agreed share or rent whose cooperation ran in the month.
    output: listOf(SiteStatement).extend({ month: Month, total: SiteTotal }),
  },
  getSite: {
    path: '/api/v1/b/getSite',
    access: 'bank.settle',
    extension: true,
    input: z.strictObject({ store: Id, month: Month.optional() }),
    output: SiteDetail,
    errors: ['notFound'],
  },
  exportSites: exportCall({
    path: '/api/v1/b/exportSites',
    access: 'bank.settle',
    extension: true,
    input: ExportSites,
  }),
})
