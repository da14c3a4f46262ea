import type { reportCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { addReportPlan, delReportPlan, editReportPlan, getReportPlans } from './plan-service.ts'
import { delReport, getReports, reportExport } from './report-service.ts'

export const reportHandlers: HandlersOf<typeof reportCalls> = {
  report: reportExport.start,
  getReports,
  delReport,
  getReportPlans,
  addReportPlan,
  editReportPlan,
  delReportPlan,
}
