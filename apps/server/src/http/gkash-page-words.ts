import { words } from '@slotwise/contract'

/** Texts of the page that leads to GKash. */
export const gkashPageWords = words({
  title: ['支付', '支付', 'Payment'],
  next: ['前往 GKash 支付', '前往 GKash 支付', 'Continue to GKash'],
  note: ['即将跳转到 GKash 的支付页面。', '即將前往 GKash 的支付頁面。', 'You will pay on the GKash page.'],
  paid: ['支付成功', '支付成功', 'Paid'],
  closed: [
    '订单已关闭，请在机器上重新下单',
    '訂單已關閉，請在機器上重新下單',
    'This order is closed. Please order again at the machine.',
  ],
  returned: [
    '正在等待支付结果，请看机器屏幕',
    '正在等待支付結果，請看機器螢幕',
    'Waiting for the payment result. Please look at the machine screen.',
  ],
})
