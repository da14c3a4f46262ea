export { isInInbox, type Trade } from './inbox-queries.ts'
export { takeIntoInbox, tradeOf } from './inbox-service.ts'
