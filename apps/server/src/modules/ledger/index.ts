export { type Balance, balancesNow, fundsBefore, ownReceived } from './balance-queries.ts'
export { foldAll, foldFunds } from './fold-service.ts'
export { linesOf as ledgerLinesOf, type PostingKind, providerLines } from './ledger-queries.ts'
export { assignFunds, bookPayment, bookPayouts, bookRefund, mostCents, noAccount } from './ledger-service.ts'
export { fundRange, fundRecountFigures, recountAllFunds, recountFunds } from './recount-service.ts'
export {
  addUpStatement,
  countStatement,
  firstFundDay,
  lineKey,
  lineKeyPattern,
  readStatement,
  type StatementFilter,
  type StatementLine,
} from './statement-queries.ts'
export {
  addTakings,
  type Span,
  type StoreTakings,
  type Takings,
  takenByDay,
  takenInSpans,
  takingsOfDay,
} from './takings-queries.ts'
export { takingsOfLines } from './takings-service.ts'
