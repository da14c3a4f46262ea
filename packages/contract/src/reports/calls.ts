import { z } from 'zod'

import { exportCall } from '../jobs/export-call.ts'
import { calls } from '../kernel/call.ts'
import { Id, Ids } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { AddReportPlan, EditReportPlan, Report, ReportOrder, ReportPlan } from './schemas.ts'

/** Accounts see only their own reports and plans. */
export const reportCalls = calls({
  report: {
    ...exportCall({ path: '/api/v1/a/report', access: 'statistics.report', input: ReportOrder }),
    timeoutMs: 10_000,
  },
  getReports: {
    path: '/api/v1/a/getReports',
    access: 'statistics.report',
    extension: true,
    input: pageOf(z.strictObject({})),
    output: listOf(Report),
  },
  delReport: {
    path: '/api/v1/a/delReport',
    access: 'statistics.report',
    extension: true,
    changes: true,
    input: z.strictObject({ job: Id }),
    output: z.object({}),
    errors: ['notFound', 'reportUnderWay'],
  },
  getReportPlans: {
    path: '/api/v1/a/getReportPlans',
    access: 'statistics.report',
    extension: true,
    input: pageOf(z.strictObject({ ids: Ids.optional() }), 20),
    output: listOf(ReportPlan),
  },
  addReportPlan: {
    path: '/api/v1/a/addReportPlan',
    access: 'statistics.report',
    extension: true,
    changes: true,
    input: AddReportPlan,
    output: ReportPlan,
    errors: ['notFound', 'tooManyPlans'],
  },
  editReportPlan: {
    path: '/api/v1/a/editReportPlan',
    access: 'statistics.report',
    extension: true,
    changes: true,
    input: EditReportPlan,
    output: ReportPlan,
    errors: ['notFound', 'changedMeanwhile'],
  },
  delReportPlan: {
    path: '/api/v1/a/delReportPlan',
    access: 'statistics.report',
    extension: true,
    changes: true,
    input: z.strictObject({ plan: Id }),
    output: z.object({}),
    errors: ['notFound'],
  },
})
