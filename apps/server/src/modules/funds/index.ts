export { fundLinesExport, settleExport } from './export-service.ts'
export { askEarly, settleAll } from './morning-service.ts'
export { askSoon, runPayout, sweep } from './payout-run-service.ts'
export {
  signOffTransfer,
  TransferReason,
  type WaitingTransfer,
  waitingTransfers,
} from './transfer-service.ts'
export { settleTask } from './settle-queries.ts'
