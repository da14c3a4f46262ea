export { runPayout, sweep } from './payout-run-service.ts'
export { settleTask } from './settle-queries.ts'
