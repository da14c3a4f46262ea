export { fundLinesExport, settleExport } from './export-service.ts'
export { settleAll } from './morning-service.ts'
export { runPayout, sweep } from './payout-run-service.ts'
export { settleTask } from './settle-queries.ts'
