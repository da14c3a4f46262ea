export { orderDueReports } from './due-service.ts'
export { reportExport } from './report-service.ts'
