export { linesOf as ledgerLinesOf } from './ledger-queries.ts'
export { bookPayment, bookRefund } from './ledger-service.ts'
