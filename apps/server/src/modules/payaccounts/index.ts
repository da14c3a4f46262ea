export { type AccountRef, isOwnAccount, isSameAccount, maskedId, platformAccount } from './account-model.ts'
export { listAccounts as accountsOf } from './account-queries.ts'
export {
  agentAccountLines,
  putAgentAccount,
  resealAgentAccounts,
  stopAgentAccount,
  tryAgentAccount,
  tryEnteredAccount,
} from './agent-account-service.ts'
export { allowForAgent, allowForMerchant, type Allowed } from './offer-service.ts'
export { accountForOrder, findNoticed, providerOf } from './provider-service.ts'
export {
  type AskedAccount,
  accountName,
  askAccount,
  type CallKind,
  isShut,
  shutAccounts,
  sweepSilence,
  waitOf,
} from './silence-service.ts'
export { refundTraits, type RefundTraits } from './refund-traits-service.ts'
