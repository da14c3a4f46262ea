/** Connects the hooks of modules with the modules above them that provide the functions. */
import type { Hooks } from './kernel/hooks.ts'
import { closeAlerts, followThresholds } from './modules/alerts/index.ts'
import { demandPayoutAccount, demandPayoutMove } from './modules/bankcards/index.ts'
import { hoursOfBills, soldSince } from './modules/bills/index.ts'
import { billOfDispensing, billOfOrder, giveBackUnserved } from './modules/sales/index.ts'
import { releaseCoupons, returnCoupon, takeCoupon, useCoupon } from './modules/coupons/index.ts'
import { devicesIn } from './modules/devices/index.ts'
import { mayBeReported, noteDifferingPayment } from './modules/exceptions/index.ts'
import { forgetPictures, goodsShowing, pictureReplaced } from './modules/goods/index.ts'
import { noteFaults, noteRefundEvents, noteSales } from './modules/integrations/index.ts'
import { givePointsBack, holdCards, payByCard } from './modules/members/index.ts'
import { noteAlerts, noteRefunds } from './modules/notify/index.ts'
import { closeOrdersOf } from './modules/payments/index.ts'
import { applyThresholds, setAllSlots, slotsWith, tellGoodsLooks } from './modules/slots/index.ts'
import { insertRefill } from './modules/refills/index.ts'
import { addToOwnScope, staffOf, staffOfArea } from './modules/staff/index.ts'
import {
  giveVouchers,
  returnVouchers,
  takeVoucher,
  takeVouchersBack,
  voucherGoods,
  vouchersFor,
  vouchersGiven,
  vouchersOfReferrers,
} from './modules/vouchers/index.ts'

export const hooks: Hooks = {
  alertTurned: [noteAlerts, noteFaults],
  refundEnded: [noteRefunds, noteRefundEvents],
  saleTurned: [noteSales],
  thresholdsChanged: [applyThresholds, followThresholds],
  dispensed: billOfDispensing,
  orderPaid: [billOfOrder, useCoupon],
  orderGivenUp: giveBackUnserved,
  mayBeReported,
  paymentDiffers: noteDifferingPayment,
  soldSince,
  hoursOfBills,
  refilled: insertRefill,
  machineLeaves: [closeOrdersOf, closeAlerts],
  storeAdded: addToOwnScope,
  areaStaff: staffOfArea,
  storeUses: [
    { kind: 'devices', of: devicesIn },
    { kind: 'staff', of: staffOf },
  ],
  pictureUse: { showing: goodsShowing, replaced: pictureReplaced, forget: forgetPictures },
  takeCoupon,
  payByCard,
  voucherGoods,
  takeVoucher,
  ordersClosed: [releaseCoupons],
  holdCards,
  saleRefunded: [givePointsBack, returnCoupon, takeVouchersBack],
  giveVouchers,
  vouchersGiven,
  returnVouchers,
  vouchersOfReferrers,
  goodsUses: [
    { kind: 'slots', of: slotsWith },
    { kind: 'vouchers', of: vouchersFor },
  ],
  goodsLooksChanged: [tellGoodsLooks],
  demandPayoutAccount,
  demandPayoutMove,
  setAllSlots,
}
