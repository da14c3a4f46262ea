import { accountCalls } from './account/calls.ts'
import { alertCalls } from './alerts/calls.ts'
import { auditCalls } from './audit/calls.ts'
import { bankCardCalls } from './bankcards/calls.ts'
import { billCalls } from './bills/calls.ts'
import { commandCalls } from './commands/calls.ts'
import { couponCalls } from './coupons/calls.ts'
import { deviceCalls } from './devices/calls.ts'
import { exceptionCalls } from './exceptions/calls.ts'
import type { ErrorName } from './error-table.ts'
import { fundCalls } from './funds/calls.ts'
import { goodsCalls } from './goods/calls.ts'
import { historyCalls } from './history/calls.ts'
import { integrationCalls } from './integrations/calls.ts'
import { jobCalls } from './jobs/calls.ts'
import type { Call } from './kernel/call.ts'
import { machineCalls } from './machines/calls.ts'
import { paymentCalls } from './payments/calls.ts'
import { mediaCalls } from './media/calls.ts'
import { memberCalls } from './members/calls.ts'
import { notifyCalls } from './notify/calls.ts'
import { inboxCalls } from './notify/inbox-calls.ts'
import { overviewCalls } from './overview/calls.ts'
import { payAccountCalls } from './payaccounts/calls.ts'
import { referrerCalls } from './referrers/calls.ts'
import { refillCalls } from './refills/calls.ts'
import { regionCalls } from './regions/calls.ts'
import { reportCalls } from './reports/calls.ts'
import { searchCalls } from './search/calls.ts'
import { siteCalls } from './sites/calls.ts'
import { slotCalls } from './slots/calls.ts'
import { staffCalls } from './staff/calls.ts'
import { statisticsCalls } from './statistics/calls.ts'
import { thresholdCalls } from './thresholds/calls.ts'
import { viewCalls } from './views/calls.ts'
import { voucherCalls } from './vouchers/calls.ts'

/** A row of the contract, whose errors are those of the domains. */
export type ContractRow = Call & { errors?: readonly ErrorName[] }

/** The one table of calls, by domain. */
export const contract = {
  account: accountCalls,
  regions: regionCalls,
  machines: machineCalls,
  devices: deviceCalls,
  slots: slotCalls,
  refills: refillCalls,
  commands: commandCalls,
  thresholds: thresholdCalls,
  alerts: alertCalls,
  history: historyCalls,
  bills: billCalls,
  payments: paymentCalls,
  bankcards: bankCardCalls,
  payaccounts: payAccountCalls,
  funds: fundCalls,
  exceptions: exceptionCalls,
  members: memberCalls,
  sites: siteCalls,
  overview: overviewCalls,
  search: searchCalls,
  views: viewCalls,
  statistics: statisticsCalls,
  reports: reportCalls,
  media: mediaCalls,
  goods: goodsCalls,
  coupons: couponCalls,
  staff: staffCalls,
  referrers: referrerCalls,
  vouchers: voucherCalls,
  notify: notifyCalls,
  integrations: integrationCalls,
  audit: auditCalls,
  jobs: jobCalls,
} satisfies Record<string, Record<string, ContractRow>>

export {
  accountCalls,
  alertCalls,
  auditCalls,
  bankCardCalls,
  billCalls,
  commandCalls,
  couponCalls,
  deviceCalls,
  exceptionCalls,
  fundCalls,
  goodsCalls,
  historyCalls,
  inboxCalls,
  integrationCalls,
  jobCalls,
  machineCalls,
  paymentCalls,
  mediaCalls,
  memberCalls,
  notifyCalls,
  overviewCalls,
  payAccountCalls,
  referrerCalls,
  refillCalls,
  regionCalls,
  reportCalls,
  searchCalls,
  siteCalls,
  slotCalls,
  staffCalls,
  statisticsCalls,
  thresholdCalls,
  viewCalls,
  voucherCalls,
}
export * from './check.ts'
export * from './error-table.ts'
export * from './account/forms.ts'
export * from './account/schemas.ts'
export * from './account/words.ts'
export * from './alerts/schemas.ts'
export * from './alerts/words.ts'
export * from './audit/changes.ts'
export {
  auditCallWords,
  type AuditedCall,
  auditedCalls,
  type AuditedKind,
  auditGroupWords,
  auditObjectWords,
} from './audit/domains.ts'
export type { AuditChange } from './audit/reader.ts'
export * from './audit/schemas.ts'
export * from './audit/words.ts'
export * from './bankcards/banks.ts'
export * from './bankcards/numbers.ts'
export * from './bankcards/schemas.ts'
export * from './bankcards/words.ts'
export * from './bills/schemas.ts'
export * from './bills/status.ts'
export * from './bills/words.ts'
export * from './commands/args.ts'
export * from './commands/failure.ts'
export * from './commands/schemas.ts'
export * from './commands/step.ts'
export * from './commands/words.ts'
export * from './coupons/schemas.ts'
export * from './coupons/words.ts'
export * from './device-filter.ts'
export * from './devices/picks.ts'
export * from './devices/schemas.ts'
export * from './devices/setting-words.ts'
export * from './devices/settings.ts'
export * from './devices/words.ts'
export * from './exceptions/schemas.ts'
export * from './exceptions/words.ts'
export * from './funds/schemas.ts'
export * from './funds/words.ts'
export * from './goods/schemas.ts'
export * from './goods/words.ts'
export * from './history/schemas.ts'
export { historyText, stockMover } from './history/text.ts'
export * from './history/words.ts'
export * from './integrations/schemas.ts'
export * from './integrations/words.ts'
export * from './live-events.ts'
export * from './jobs/export-call.ts'
export * from './jobs/schemas.ts'
export * from './jobs/words.ts'
export * from './kernel/call.ts'
export * from './kernel/countries.ts'
export { sessionEnded, silent, undeclaredErrors } from './kernel/common-errors.ts'
export * from './kernel/errors.ts'
export * from './kernel/fields.ts'
export * from './kernel/keys.ts'
export * from './kernel/locale.ts'
export * from './kernel/money.ts'
export * from './kernel/paging.ts'
export * from './kernel/permissions.ts'
export * from './kernel/rules.ts'
export * from './kernel/time.ts'
export * from './kernel/wait.ts'
export * from './kernel/yes-no.ts'
export * from './machines/schemas.ts'
export * from './kernel/sn.ts'
export * from './sites/schemas.ts'
export * from './sites/words.ts'
export * from './payaccounts/fields.ts'
export * from './payaccounts/schemas.ts'
export * from './payaccounts/words.ts'
export * from './payments/clients.ts'
export * from './payments/orderno.ts'
export * from './payments/schemas.ts'
export * from './payments/order-refusal-words.ts'
export * from './payments/words.ts'
export * from './media/schemas.ts'
export * from './media/words.ts'
export * from './members/schemas.ts'
export * from './members/words.ts'
export * from './notify/inbox-schemas.ts'
export * from './notify/schemas.ts'
export { noticeText, type NoticeLine, type NoticeText } from './notify/text.ts'
export * from './notify/words.ts'
export * from './overview/schemas.ts'
export * from './presence/schemas.ts'
export * from './presence/words.ts'
export * from './referrers/schemas.ts'
export * from './referrers/words.ts'
export * from './refills/list-schemas.ts'
export * from './refills/list-words.ts'
export * from './refills/visit-schemas.ts'
export * from './refills/words.ts'
export * from './regions/schemas.ts'
export * from './regions/words.ts'
export * from './reports/columns.ts'
export * from './reports/periods.ts'
export * from './reports/schemas.ts'
export * from './reports/words.ts'
export * from './search/schemas.ts'
export * from './statistics/figures.ts'
export * from './statistics/schemas.ts'
export * from './statistics/words.ts'
export * from './thresholds/schemas.ts'
export * from './thresholds/words.ts'
export * from './views/schemas.ts'
export * from './views/words.ts'
export * from './vouchers/schemas.ts'
export * from './vouchers/words.ts'
export * from './slots/goods-slots.ts'
export * from './slots/low.ts'
export * from './slots/numbers.ts'
export * from './slots/rate.ts'
export * from './slots/schemas.ts'
export * from './slots/slot-import.ts'
export * from './slots/stock.ts'
export * from './slots/words.ts'
export * from './staff/forms.ts'
export * from './staff/schemas.ts'
export * from './staff/words.ts'
export {
  capabilities,
  type FaultCode,
  faultCodes,
  type MachineType,
  machineTypes,
  rearrangesSlots,
} from '@slotwise/machine-protocol'
