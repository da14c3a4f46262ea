export { payBillExport } from './export-service.ts'
export { closeTask, followTask, openTask, orderChannel, type OrderJob } from './order-jobs-queries.ts'
export type { PayOrder } from './order-queries.ts'
export { markPaid, noteWin, refusedNotices, takeNotice } from './paid-service.ts'
export { merchantOrderOf, ordernoIn, tenantIn } from './merchant-order-model.ts'
export { inTime } from './provider-call.ts'
export { findShownOrder, type ShownOrder } from './shown-order-service.ts'
export { closeAtProvider, closeOrdersOf, followOrder, openOrder } from './provider-service.ts'
export {
  addSettledPayments,
  holdUnpaid,
  isUnpaid,
  markRefunded,
  ordersOf,
  paidByCard,
  paidOrder,
  payOrderOf,
} from './settled-service.ts'
export { sweep } from './sweep-service.ts'
export { answersFor, notePaidSent, type Taken, takeOrder } from './take-order-service.ts'
