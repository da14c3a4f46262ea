import type { contract } from '@slotwise/contract'

import { accountHandlers } from '../modules/account/handlers.ts'
import { auditHandlers } from '../modules/audit/handlers.ts'
import { bankCardHandlers } from '../modules/bankcards/handlers.ts'
import { billHandlers } from '../modules/bills/handlers.ts'
import { commandHandlers } from '../modules/commands/handlers.ts'
import { couponHandlers } from '../modules/coupons/handlers.ts'
import { deviceHandlers } from '../modules/devices/handlers.ts'
import { exceptionHandlers } from '../modules/exceptions/handlers.ts'
import { fundHandlers } from '../modules/funds/handlers.ts'
import { goodsHandlers } from '../modules/goods/handlers.ts'
import { historyHandlers } from '../modules/history/handlers.ts'
import { integrationHandlers } from '../modules/integrations/handlers.ts'
import { jobHandlers } from '../modules/jobs/handlers.ts'
import { machineHandlers } from '../modules/machines/handlers.ts'
import { mediaHandlers } from '../modules/media/handlers.ts'
import { memberHandlers } from '../modules/members/handlers.ts'
import { payAccountHandlers } from '../modules/payaccounts/handlers.ts'
import { overviewHandlers } from '../modules/overview/handlers.ts'
import { paymentHandlers } from '../modules/payments/handlers.ts'
import { referrerHandlers } from '../modules/referrers/handlers.ts'
import { refillHandlers } from '../modules/refills/handlers.ts'
import { refundHandlers } from '../modules/refunds/handlers.ts'
import { regionHandlers } from '../modules/regions/handlers.ts'
import { reportHandlers } from '../modules/reports/handlers.ts'
import { thresholdHandlers } from '../modules/thresholds/handlers.ts'
import { alertHandlers } from '../modules/alerts/handlers.ts'
import { notifyHandlers } from '../modules/notify/handlers.ts'
import { saleHandlers } from '../modules/sales/handlers.ts'
import { searchHandlers } from '../modules/search/handlers.ts'
import { siteHandlers } from '../modules/sites/handlers.ts'
import { slotHandlers } from '../modules/slots/handlers.ts'
import { staffHandlers } from '../modules/staff/handlers.ts'
import { statisticsHandlers } from '../modules/statistics/handlers.ts'
import { viewHandlers } from '../modules/views/handlers.ts'
import { voucherHandlers } from '../modules/vouchers/handlers.ts'
import type { Handlers } from './register-contract.ts'

export const handlers: Handlers<typeof contract> = {
  account: accountHandlers,
  regions: regionHandlers,
  machines: machineHandlers,
  devices: deviceHandlers,
  slots: slotHandlers,
  refills: refillHandlers,
  commands: commandHandlers,
  history: historyHandlers,
  payments: paymentHandlers,
  media: mediaHandlers,
  goods: goodsHandlers,
  staff: staffHandlers,
  audit: auditHandlers,
  jobs: jobHandlers,
  bills: { ...billHandlers, ...refundHandlers, ...saleHandlers },
  bankcards: bankCardHandlers,
  funds: fundHandlers,
  exceptions: exceptionHandlers,
  members: memberHandlers,
  sites: siteHandlers,
  referrers: referrerHandlers,
  vouchers: voucherHandlers,
  notify: notifyHandlers,
  integrations: integrationHandlers,
  coupons: couponHandlers,
  alerts: alertHandlers,
  thresholds: thresholdHandlers,
  overview: overviewHandlers,
  payaccounts: payAccountHandlers,
  search: searchHandlers,
  views: viewHandlers,
  statistics: statisticsHandlers,
  reports: reportHandlers,
}
