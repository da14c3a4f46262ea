import { type Locale, reasonText, words } from '../kernel/locale.ts'
import type { RefundBar } from './schemas.ts'
import type { BillStatus } from './status.ts'

/** The status of a bill, by its number. */
export const billStatusWords = words<`${BillStatus}`>({
  0: ['出货成功', '出貨成功', 'Delivery success'],
  1: ['出货失败', '出貨失敗', 'Delivery fail'],
  2: ['异常', '異常', 'Abnormal'],
  3: ['游戏成功', '遊戲成功', 'Game success'],
  4: ['游戏失败', '遊戲失敗', 'Game fail'],
  5: ['退款中', '退款中', 'Refunding'],
  6: ['预留', '預留', 'Reserved'],
  7: ['设备处理中', '設備處理中', 'Device working'],
  8: ['自动退款', '自動退款', 'Automatic refund'],
  9: ['手动退款', '手動退款', 'Manual refund'],
  10: ['部分退款', '部分退款', 'Partial refund'],
  11: ['自动部分退款', '自動部分退款', 'Partial refund, automatic'],
})

export const refundStateWords = words({
  refunding: ['退款中', '退款中', 'Refunding'],
  refunded: ['已退款', '已退款', 'Refunded'],
  failed: ['退款失败', '退款失敗', 'Failed'],
  not_retried: ['退款失败，未重新退款', '退款失敗，未重新退款', 'Failed, not retried'],
})

export const refundKindWords = words({
  auto: ['自动', '自動', 'Automatic'],
  manual: ['手动', '手動', 'Manual'],
})

/** Why a bill cannot be refunded. */
export const refundBarWords = words<RefundBar>({
  cash: [
    '硬币、纸币和远程出货的订单不能退款。',
    '硬幣、紙鈔和遠端出貨的訂單不能退款。',
    'Coin, cash and remote dispense sales cannot be refunded.',
  ],
  nothing_paid: [
    '没有收款，无需退款。',
    '沒有收款，無需退款。',
    'Nothing was paid, so there is nothing to refund.',
  ],
  refunding: ['退款正在处理中。', '退款正在處理中。', 'A refund is already under way.'],
  refunded: [
    '此订单已退过款，每笔订单只能退款一次。',
    '此訂單已退過款，每筆訂單只能退款一次。',
    'This sale was already refunded. A sale can be refunded only once.',
  ],
  working: [
    '设备尚未上报结果，上报后才能退款。',
    '設備尚未回報結果，回報後才能退款。',
    'The device has not reported the result yet. The sale can be refunded after that.',
  ],
  no_payment: [
    '没有找到对应的支付订单，无法原路退款。',
    '沒有找到對應的支付訂單，無法原路退款。',
    'No matching payment was found, so there is nothing to send back.',
  ],
  no_provider: [
    '收款的支付渠道已停用，无法在此退款。',
    '收款的支付管道已停用，無法在此退款。',
    'The payment provider of this sale is no longer connected, so it cannot be refunded here.',
  ],
  not_today: ['只能在下单当天退款。', '只能在下單當天退款。', 'A sale can only be refunded on the same day.'],
  blocked: [
    '您的账户不能退款本月的订单。',
    '您的帳戶不能退款本月的訂單。',
    'Your account cannot refund sales of the current month.',
  ],
  no_right: [
    '您没有退款权限，请联系主账号。',
    '您沒有退款權限，請聯絡主帳號。',
    'You do not have permission to refund. Ask the main account.',
  ],
})

/** Why a refund failed or waits. */
export const refundReasonWords = words({
  unresolved: [
    '支付渠道超过一天未答复，请与支付渠道核实',
    '支付管道超過一天未答覆，請與支付管道核實',
    'The payment provider has not answered for more than a day. Check with the provider.',
  ],
  processing: [
    '支付渠道已受理，尚未到账（退回银行卡可能需要三天）',
    '支付管道已受理，尚未到帳（退回銀行卡可能需要三天）',
    'The payment provider has accepted the refund and has not finished it. Bank cards may take three days.',
  ],
  accountShort: [
    '支付渠道的商户账户余额不足，充值后会自动重试',
    '支付管道的商家帳戶餘額不足，儲值後會自動重試',
    'The merchant account at the payment provider does not have enough money. The refund is tried again automatically once it is topped up.',
  ],
  abnormal: [
    '退款异常：款项已从商户账户扣除，未到达顾客。请在支付渠道的商户平台处理。',
    '退款異常：款項已從商家帳戶扣除，未到達顧客。請在支付管道的商家平台處理。',
    "The money has left the merchant account and did not reach the customer. Handle it in the provider's merchant platform.",
  ],
  notDone: [
    '经与支付渠道核实，这笔退款没有完成',
    '經與支付管道核實，這筆退款沒有完成',
    'The payment provider has confirmed that it did not do this refund',
  ],
  noPayment: ['没有对应的支付订单', '沒有對應的支付訂單', 'No matching payment'],
  // What a provider answers.
  refused: ['支付渠道拒绝退款', '支付管道拒絕退款', 'The payment provider refused the refund'],
  unknownPayment: [
    '支付渠道没有这笔支付',
    '支付管道沒有這筆支付',
    'The payment provider does not know the payment',
  ],
  wholeOnly: ['支付渠道只能全额退款', '支付管道只能全額退款', 'The payment provider only refunds in full'],
  notEnough: ['可退金额不足', '可退金額不足', 'Not enough left to refund'],
  customerAccount: [
    '顾客的支付账户异常或已注销，无法原路退回',
    '顧客的支付帳戶異常或已註銷，無法原路退回',
    "The customer's account cannot receive the refund, or is closed",
  ],
  noRight: [
    '商户账户没有退款权限，请在支付渠道的商户平台开通',
    '商家帳戶沒有退款權限，請在支付管道的商家平台開通',
    "The merchant account may not refund. Grant the right in the provider's merchant platform.",
  ],
  tooLate: [
    '交易已完结，支付渠道不再退款',
    '交易已完結，支付管道不再退款',
    'The payment is too old or already closed at the provider',
  ],
  frozen: ['交易已被支付渠道冻结', '交易已被支付管道凍結', 'The payment is frozen at the provider'],
  notRefundable: [
    '支付渠道不接受这笔退款：可能超过退款期限，或已在商户平台退款',
    '支付管道不接受這筆退款：可能超過退款期限，或已在商家平台退款',
    'The payment provider does not accept this refund: the time for it may be over, or it was made in the merchant platform',
  ],
})
export type RefundReason = keyof (typeof refundReasonWords)['en-US']

/** A reason of ours with the provider's own text behind it. */
export const reasonWithText = (reason: RefundReason, text: string): string => `${reason}: ${text}`

/** Why a refund failed or waits. */
export const refundReasonText = (locale: Locale, why: string): string =>
  reasonText(refundReasonWords, locale, why)

export const billKindWords = words({
  buy: ['购买', '購買', 'Purchase'],
  game: ['游戏', '遊戲', 'Game'],
})

/** What a sale differs in from the books. */
export const oddityWords = words({
  slot: ['货道不存在', '貨道不存在', 'Unknown slot'],
  goods: ['货道没有商品', '貨道沒有商品', 'Slot without goods'],
  price: ['金额与标价不符', '金額與標價不符', 'Price differs from ours'],
  order: ['没有对应的支付订单', '沒有對應的支付訂單', 'No matching payment'],
  again: ['同一支付订单再次出货', '同一支付訂單再次出貨', 'Dispensed again for the same payment'],
  after_refund: ['退款后才出货', '退款後才出貨', 'Dispensed after its refund was asked for'],
  clock: ['设备时间可疑', '設備時間可疑', 'Device time unreliable'],
  restored: ['兑换券已恢复', '兌換券已還原', 'Voucher restored'],
  voucher: ['已为未出货的商品补发兑换券', '已為未出貨的商品補發兌換券', 'Voucher made for what is missing'],
  cash: ['现金与金额不符', '現金與金額不符', 'Cash differs from the amount'],
  late_gift: ['恢复兑换券后又出货', '還原兌換券後又出貨', 'Dispensed after its voucher was restored'],
})

/** Names of the fields, for the console and for the headers of exports. */
export const billFieldWords = words({
  buy_bills: ['销售订单', '銷售訂單', 'Sales'],
  refund_bills: ['退款记录', '退款紀錄', 'Refunds'],
  orderno: ['订单号', '訂單編號', 'Order no.'],
  status: ['状态', '狀態', 'Status'],
  client: ['支付方式', '付款方式', 'Payment'],
  kind: ['类型', '類型', 'Type'],
  total_price: ['金额', '金額', 'Amount'],
  discount: ['优惠', '優惠', 'Discount'],
  refunded: ['已退金额', '已退金額', 'Refunded'],
  goods: ['商品', '商品', 'Goods'],
  goods_title: ['商品名称', '商品名稱', 'Goods name'],
  channel_sn: ['货道', '貨道', 'Slot'],
  price: ['单价', '單價', 'Price'],
  quantity: ['数量', '數量', 'Quantity'],
  delivered: ['出货数', '出貨數', 'Delivered'],
  fault: ['失败原因', '失敗原因', 'Failure reason'],
  dev_type: ['设备类型', '設備類型', 'Device type'],
  sn: ['设备编号', '設備編號', 'Serial number'],
  dev_title: ['设备名称', '設備名稱', 'Device name'],
  device: ['设备', '設備', 'Device'],
  store: ['门店', '門店', 'Store'],
  area: ['区域', '區域', 'Area'],
  remarks: ['备注', '備註', 'Remarks'],
  oddities: ['提示', '提示', 'Notes'],
  create_at: ['时间', '時間', 'Time'],
  min: ['最低金额', '最低金額', 'Amount from'],
  max: ['最高金额', '最高金額', 'Amount to'],
  refund_fee: ['退款金额', '退款金額', 'Refund amount'],
  part_refund: ['部分退款', '部分退款', 'Partial refund'],
  refund_kind: ['退款方式', '退款方式', 'Refund method'],
  why: ['原因', '原因', 'Reason'],
  username: ['操作人', '操作人', 'By'],
  asked_at: ['申请时间', '申請時間', 'Requested'],
  done_at: ['完成时间', '完成時間', 'Completed'],
  count: ['笔数', '筆數', 'Count'],
  income: ['收入', '收入', 'Income'],
  refund: ['退款', '退款', 'Refunds'],
})
