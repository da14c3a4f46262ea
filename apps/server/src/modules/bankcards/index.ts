export { accountToPay } from './payout-account.ts'
export { demandPayoutAccount } from './payout-service.ts'
export { openPhoto } from './photo-service.ts'
export { sweep } from './sweep-service.ts'
