export type { Bill, BookCtx, Oddity } from './bill-model.ts'
export { readBills, readNamedBills } from './bill-queries.ts'
export { billRows, cardOrdersOf, refundableBills, refundBarOf, refundFacts } from './bill-rows.ts'
export { addBills, changeBills, tellTurns, turnOf } from './book-service.ts'
export { type Deal, eachDeal } from './deal-service.ts'
export { billFields, billsExport } from './export-service.ts'
export { hoursOfBills, salesUntil } from './hours-service.ts'
export { countSelected, searchBills } from './list-service.ts'
export { namesOf } from './name-queries.ts'
export { recount, recountAll, recountFigures, salesRange } from './recount-service.ts'
export {
  canRefund,
  canRefundAlone,
  isBeingRefunded,
  isPartOnly,
  refundedStatus,
  type RefundFacts,
  refundsParts,
  refundWay,
  undeliveredAmount,
} from './refund-rules.ts'
export type { Selection } from './selected-queries.ts'
export { selectionOf } from './selection-service.ts'
export { soldSince } from './sold-queries.ts'
export { salesToTell } from './told-service.ts'
