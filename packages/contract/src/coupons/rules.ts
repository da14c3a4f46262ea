import { words } from '../kernel/locale.ts'

export const couponRules = words({
  couponValue: ['请输入优惠', '請輸入優惠', 'Enter the discount'],
  couponPercent: ['减免比例为 1% 至 99%', '減免比例為 1% 至 99%', 'From 1% to 99% off'],
  couponCash: ['减免金额最多 10,000.00', '減免金額最多 10,000.00', 'At most 10,000.00 off'],
  couponReceived: [
    '已有 {count} 张被领取，类型和优惠不能再改',
    '已有 {count} 張被領取，類型和優惠不能再改',
    '{count} {count|was|were} already received, so this can no longer be changed',
  ],
  couponQuantity: [
    '已被领取 {count} 张，数量不能更少',
    '已被領取 {count} 張，數量不能更少',
    '{count} {count|was|were} already received. Enter at least that many, or 0.',
  ],
})
