import { words } from '../kernel/locale.ts'

/** How a sale was paid. */
export const payClientWords = words({
  wechat: ['微信支付', '微信支付', 'WeChat'],
  alipay: ['支付宝', '支付寶', 'Alipay'],
  gkash: ['GKash', 'GKash', 'GKash'],
  card: ['会员卡', '會員卡', 'Card'],
  ezcard: ['易卡通', '易卡通', 'Easy card'],
  coin: ['硬币', '硬幣', 'Coin'],
  bill: ['纸币', '紙鈔', 'Cash'],
  gift: ['兑换券', '兌換券', 'Gift'],
  remote: ['远程出货', '遠端出貨', 'Remote dispense'],
})

/** The states of a pay bill. */
export const payStateWords = words({
  pending: ['待支付', '待支付', 'Not paid yet'],
  paid: ['已支付', '已支付', 'Paid'],
  closed: ['已关闭', '已關閉', 'Closed'],
  refunded: ['已退款', '已退款', 'Refunded'],
  part_refunded: ['部分退款', '部分退款', 'Partial refund'],
})

/** Names of the fields, for the console and for the headers of exports. */
export const payFieldWords = words({
  pay_bills: ['支付账单', '支付帳單', 'Payment bills'],
  order_no: ['订单号', '訂單編號', 'Order no.'],
  merchant_order: ['商户单号', '商家單號', 'Merchant order no.'],
  cardno: ['卡号', '卡號', 'Card no.'],
  status: ['状态', '狀態', 'Status'],
  client: ['支付方式', '付款方式', 'Payment'],
  total_price: ['金额', '金額', 'Amount'],
  refunded: ['已退金额', '已退金額', 'Refunded'],
  device: ['设备', '設備', 'Device'],
  store: ['门店', '門店', 'Store'],
  create_at: ['下单时间', '下單時間', 'Ordered'],
  paid_at: ['支付时间', '支付時間', 'Paid at'],
})
