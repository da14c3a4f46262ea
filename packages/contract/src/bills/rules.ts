import { words } from '../kernel/locale.ts'

export const billRules = words({
  maxBelowMin: ['最高金额低于最低金额', '最高金額低於最低金額', 'The highest amount is below the lowest'],
  refundZero: ['退款金额不能为 0', '退款金額不能為 0', 'The amount must not be 0'],
  refundTooMuch: [
    '退款金额不能超过订单金额',
    '退款金額不能超過訂單金額',
    'The amount must not exceed the order amount',
  ],
  refundNotWhole: [
    '全额退款的金额须等于订单金额',
    '全額退款的金額須等於訂單金額',
    'A full refund must equal the order amount',
  ],
  refundWholeOnly: [
    '该支付方式只能全额退款',
    '該付款方式只能全額退款',
    'This payment method can only be refunded in full',
  ],
})
