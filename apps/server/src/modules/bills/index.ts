export { refundsToTell, salesToTell } from './told-service.ts'
export { countSelected, searchBills } from './list-service.ts'
export { billDueTask } from './deadline-queries.ts'
export { decideBill } from './deadline-service.ts'
export { type Deal, eachDeal } from './deal-service.ts'
export { billOfDispensing } from './dispense-service.ts'
export { billFields, billsExport } from './export-service.ts'
export {
  mostSales,
  mostSalesByGoods,
  salesBy,
  salesByDay,
  salesByGoods,
  salesOfGoodsByClient,
} from './figures-queries.ts'
export { missingGifts, noteVoucherRestored } from './gift-service.ts'
export { hasSales, incomesOf, slotIncomesOf, type SlotRef } from './earning-queries.ts'
export { salesByHour, salesUntil } from './hours-service.ts'
export { isNoted, ordernoOfSale } from './inbox-queries.ts'
export { billOfOrder, giveBackUnserved } from './order-bill-service.ts'
export { recount, recountAll, recountFigures, salesRange } from './recount-service.ts'
export { refundableBills } from './bill-rows.ts'
export { refundsExport } from './refund-export-service.ts'
export { openRefunds } from './refund-list-queries.ts'
export { refundTask } from './refund-queries.ts'
export { undeliveredAmount } from './refund-rules.ts'
export { type RefundEnd, type Resolution, resolveRefund } from './refund-resolve-service.ts'
export { runRefund } from './refund-run-service.ts'
export type { Sale } from './sale-bills.ts'
export { bookSales, namedSale, OrderJustReported, type SaleOutcome } from './sale-service.ts'
export type { Selection } from './selected-queries.ts'
export { selectionOf } from './selection-service.ts'
export { soldSince } from './sold-queries.ts'
export { salesInSpans } from './span-queries.ts'
export {
  addFigures,
  amountNames,
  countsOf,
  figureNames,
  type Figures,
  type GoodsFigures,
} from './sums-model.ts'
export { sweep } from './sweep-service.ts'
