import { words } from '../kernel/locale.ts'

export const paymentRules = words({
  orderno: ['订单号由数字组成', '訂單編號由數字組成', 'An order number consists of digits'],
})
