export { billDueTask } from './deadline-queries.ts'
export { decideBill } from './deadline-service.ts'
export { billOfDispensing } from './dispense-service.ts'
export { billsExport } from './export-service.ts'
export {
  mostSales,
  mostSalesByGoods,
  salesBy,
  salesByDay,
  salesByGoods,
  type SalesOf,
} from './figures-queries.ts'
export { hasSales, mostEarning, mostEarningSlots, type SlotRef } from './earning-queries.ts'
export { salesByHour, salesUntil } from './hours-service.ts'
export { isNoted } from './inbox-queries.ts'
export { billOfOrder } from './order-bill-service.ts'
export { recount, recountAll, recountFigures, salesRange } from './recount-service.ts'
export { refundsExport } from './refund-export-service.ts'
export { openRefunds } from './refund-list-queries.ts'
export { refundTask } from './refund-queries.ts'
export { runRefund } from './refund-run-service.ts'
export { bookSales, namedSale, type Sale, type SaleOutcome } from './sale-service.ts'
export type { Selection } from './selected-queries.ts'
export { selectionOf } from './selection-service.ts'
export { addFigures, countsOf, type Figures, type GoodsFigures } from './sums-model.ts'
export { sweep } from './sweep-service.ts'
