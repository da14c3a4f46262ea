export { referrersExport } from './export-service.ts'
export { holdReferrer, referrerNamesOf, searchReferrers } from './referrer-queries.ts'
