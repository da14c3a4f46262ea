import { fill, type KeyOf, type Locale, words } from '../kernel/locale.ts'
import { type Currency, moneyInText } from '../kernel/money.ts'
import type { Coupon } from './schemas.ts'

/** Names of the fields, for the console and for the headers of exports. */
export const couponFieldWords = words({
  coupon: ['优惠券', '優惠券', 'Coupon'],
  coupons: ['优惠券', '優惠券', 'Coupons'],
  receivedCoupons: ['已领优惠券', '已領優惠券', 'Received coupons'],
  name: ['优惠券名称', '優惠券名稱', 'Coupon name'],
  type: ['类型', '類型', 'Type'],
  value: ['优惠', '優惠', 'Value'],
  quantity: ['发放数量', '發放數量', 'Quantity'],
  limit_period: ['限领周期', '限領週期', 'Limit period'],
  limit_count: ['每人限领', '每人限領', 'Limit per customer'],
  start_date: ['开始日期', '開始日期', 'First day'],
  end_date: ['结束日期', '結束日期', 'Last day'],
  regions: ['适用门店', '適用門店', 'Stores'],
  allStores: ['全部门店', '全部門店', 'All stores'],
  unlimited: ['不限', '不限', 'No limit'],
  received: ['已领取', '已領取', 'Received'],
  used: ['已使用', '已使用', 'Used'],
  discount_sum: ['优惠合计', '優惠合計', 'Discounts given'],
  paid_sum: ['带动销售', '帶動銷售', 'Sales with the coupon'],
  state: ['状态', '狀態', 'Status'],
  code: ['券码', '券碼', 'Code'],
  cardno: ['会员卡号', '會員卡號', 'Card no.'],
  holder: ['领取人', '領取人', 'Received by'],
  buyer: ['顾客编号', '顧客編號', 'Buyer'],
  received_at: ['领取时间', '領取時間', 'Received at'],
  used_at: ['使用时间', '使用時間', 'Used at'],
  orderno: ['订单号', '訂單編號', 'Order no.'],
  discount: ['优惠金额', '優惠金額', 'Discount'],
  paid: ['实付金额', '實付金額', 'Paid'],
  created_at: ['创建时间', '建立時間', 'Created'],
})

export const couponTypeWords = words({
  discount: ['折扣券', '折扣券', 'Discount'],
  cash: ['现金券', '現金券', 'Cash'],
})

export const couponPeriodWords = words({
  day: ['每天', '每天', 'Day'],
  week: ['每周', '每週', 'Week'],
  month: ['每月', '每月', 'Month'],
})

export const couponStateWords = words({
  usable: ['可用', '可用', 'Usable'],
  deleted: ['已删除', '已刪除', 'Deleted'],
})

/** What the list says of a coupon; one without pieces left is running, but cannot be received. */
export const couponStatusWords = words({
  upcoming: ['未开始', '未開始', 'Not started'],
  running: ['进行中', '進行中', 'Running'],
  noneLeft: ['已领完', '已領完', 'None left'],
  ended: ['已结束', '已結束', 'Ended'],
  deleted: ['已删除', '已刪除', 'Deleted'],
})
export type CouponStatus = KeyOf<typeof couponStatusWords>

export function couponStatusOf(
  coupon: Pick<Coupon, 'state' | 'phase' | 'quantity' | 'received'>,
): CouponStatus {
  const { state, phase, quantity, received } = coupon
  if (state === 'deleted') return 'deleted'
  return phase === 'running' && quantity > 0 && received >= quantity ? 'noneLeft' : phase
}

export const cardCouponStateWords = words({
  received: ['未使用', '未使用', 'Not used yet'],
  reserved: ['待支付', '待支付', 'Waiting for payment'],
  used: ['已使用', '已使用', 'Used'],
})

const valueWords = words({
  discount: ['减 {percent}%', '減 {percent}%', '{percent}% off'],
  cash: ['减 {amount}', '減 {amount}', '{amount} off'],
})

/** What a coupon takes off: `15% off`, `减 ¥5.00`. */
export const couponValueText = (
  locale: Locale,
  { type, value }: Pick<Coupon, 'type' | 'value'>,
  currency: Currency,
): string => fill(valueWords[locale][type], { percent: value, amount: moneyInText(value, currency, locale) })

const limitWords = words({
  none: ['不限', '不限', 'No limit'],
  day: ['每人每天 {count} 张', '每人每天 {count} 張', '{count} a day'],
  week: ['每人每周 {count} 张', '每人每週 {count} 張', '{count} a week'],
  month: ['每人每月 {count} 张', '每人每月 {count} 張', '{count} a month'],
})

/** How many a customer can receive: `1 a day`. */
export const couponLimitText = (
  locale: Locale,
  { limit_period: period, limit_count: count }: Pick<Coupon, 'limit_period' | 'limit_count'>,
): string => fill(limitWords[locale][count === 0 ? 'none' : period], { count })
