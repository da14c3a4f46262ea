export { accountToPay } from './payout-account.ts'
export { bankCardsExport } from './export-service.ts'
export { importBranches } from './branch-import.ts'
export { demandPayoutAccount, demandPayoutMove } from './payout-service.ts'
export { mainUsername } from './review-queries.ts'
export type { PhotoViewer } from './photo-link.ts'
export { openPhoto } from './photo-service.ts'
export { takeReview } from './review-callback.ts'
export {
  type CardRef,
  cardsInState,
  decide,
  type Decision,
  ReviewReason,
  revoke,
  showCard,
} from './review-service.ts'
export { sweep } from './sweep-service.ts'
