export { demandPayoutAccount } from './payout-service.ts'
export { sweep } from './sweep-service.ts'
