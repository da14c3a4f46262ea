import { accountStates } from '../account/page-states.ts'
import { alertStates } from '../alerts/page-states.ts'
import { auditStates } from '../audit/page-states.ts'
import { bankCardStates } from '../bankcards/page-states.ts'
import { billStates } from '../bills/page-states.ts'
import { commandStates } from '../commands/page-states.ts'
import { couponStates } from '../coupons/page-states.ts'
import { deviceStates } from '../devices/page-states.ts'
import { exceptionStates } from '../exceptions/page-states.ts'
import { fundStates } from '../funds/page-states.ts'
import { goodsStates, pictureStates, roomStates } from '../goods/page-states.ts'
import { historyStates } from '../history/page-states.ts'
import { inboxStates } from '../inbox/page-states.ts'
import { machineStates } from '../machines/page-states.ts'
import { memberStates } from '../members/page-states.ts'
import { notifyStates } from '../notify/page-states.ts'
import { overviewStates } from '../overview/page-states.ts'
import { payAccountStates } from '../payaccounts/page-states.ts'
import { paymentStates } from '../payments/page-states.ts'
import { referrerStates } from '../referrers/page-states.ts'
import { refillStates } from '../refills/page-states.ts'
import { visitStates } from '../refills/visit-states.ts'
import { regionStates } from '../regions/page-states.ts'
import { reportStates } from '../reports/page-states.ts'
import { shellStates } from '../shell/page-states.ts'
import { siteStates } from '../sites/page-states.ts'
import { slotStates } from '../slots/page-states.ts'
import { staffStates } from '../staff/page-states.ts'
import { statisticsStates } from '../statistics/page-states.ts'
import { voucherStates } from '../vouchers/page-states.ts'
import type { FeatureStates } from '../support/page-states.ts'

/** The states to visit, by the feature's folder. A new feature adds its line. */
const statesOf: Readonly<Record<string, readonly FeatureStates[]>> = {
  shell: [shellStates],
  account: [accountStates],
  staff: [staffStates],
  regions: [regionStates],
  goods: [goodsStates, pictureStates, roomStates],
  machines: [machineStates],
  devices: [deviceStates],
  alerts: [alertStates],
  slots: [slotStates],
  refills: [refillStates, visitStates],
  commands: [commandStates],
  history: [historyStates],
  bills: [billStates],
  payments: [paymentStates],
  funds: [fundStates],
  exceptions: [exceptionStates],
  bankcards: [bankCardStates],
  payaccounts: [payAccountStates],
  members: [memberStates],
  overview: [overviewStates],
  statistics: [statisticsStates],
  reports: [reportStates],
  sites: [siteStates],
  coupons: [couponStates],
  vouchers: [voucherStates],
  referrers: [referrerStates],
  inbox: [inboxStates],
  notify: [notifyStates],
  audit: [auditStates],
}

/** The features that `npm test -- --changed` names; undefined means all. */
const wanted = process.env['SLOTWISE_FEATURES']?.split(',')

export const features: readonly FeatureStates[] = Object.entries(statesOf)
  .filter(([folder]) => wanted?.includes(folder) ?? true)
  .flatMap(([, states]) => states)
