export { cancelOrder } from './cancel-order-service.ts'
export { payBillExport } from './export-service.ts'
export { callGateways, orderChannel } from './gateway-queries.ts'
export { closeTask, followTask, openTask, type OrderJob } from './order-jobs-service.ts'
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
  noteLineLost,
  ordersOf,
  paidByCard,
  paidOrder,
  payOrderOf,
} from './settled-service.ts'
export { sweep } from './sweep-service.ts'
export { answersFor, notePaidSent, refuseRequest } from './order-answer-service.ts'
export { type Taken, takeOrder } from './take-order-service.ts'
