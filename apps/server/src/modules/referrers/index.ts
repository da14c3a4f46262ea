export { referrersExport } from './export-service.ts'
export { holdReferrer, referrerNamesOf } from './referrer-queries.ts'
