import { words } from '@slotwise/contract'

/** Texts of the page itself; names of fields and states are in the contract, because exports use them too. */
export const paymentWords = words({
  title: ['支付账单', '支付帳單', 'Payment bills'],
  orderAndTime: ['订单号 / 下单时间', '訂單編號 / 下單時間', 'Order no. / Ordered'],
  none: ['今天还没有支付', '今天還沒有支付', 'No payments yet today'],
  noneHint: [
    '顾客在设备上扫码或刷卡下单后，支付账单会出现在这里。',
    '顧客在設備上掃碼或刷卡下單後，支付帳單會出現在這裡。',
    'Orders that customers pay by QR code or card at your devices appear here.',
  ],
  news: ['{count} 笔新支付', '{count} 筆新支付', '{count} new {count|payment|payments}'],
  newsMore: ['{count} 笔以上新支付', '{count} 筆以上新支付', '{count} or more new payments'],
})
