import { type Locale, reasonText, words } from '../kernel/locale.ts'

/** Names of the fields, for the console and for the headers of exports. */
export const fundFieldWords = words({
  merchant_id: ['收款账户', '收款帳戶', 'Payout account'],
  acct_no: ['收款账号', '收款帳號', 'Account number'],
  acct_name: ['开户名', '開戶名', 'Account holder'],
  stort_name: ['商户名称', '商家名稱', 'Merchant name'],
  bank: ['开户银行', '開戶銀行', 'Bank'],
  bank_branch: ['开户支行', '開戶支行', 'Branch'],
  balance: ['账户余额', '帳戶餘額', 'Balance'],
  not_settle_amt: ['未结算金额', '未結算金額', 'Not settled'],
  settling_amt: ['结算中金额', '結算中金額', 'Settling'],
  settled_amt: ['已结算金额', '已結算金額', 'Settled'],
  at: ['时间', '時間', 'Time'],
  kind: ['类型', '類型', 'Type'],
  orderno: ['订单号', '訂單編號', 'Order no.'],
  settle: ['结算单号', '結算單號', 'Settlement no.'],
  client: ['支付方式', '付款方式', 'Payment'],
  gross: ['交易金额', '交易金額', 'Amount'],
  fee: ['手续费', '手續費', 'Fee'],
  amount: ['金额', '金額', 'Amount'],
  net: ['入账金额', '入帳金額', 'Net amount'],
  status: ['状态', '狀態', 'Status'],
  date: ['结算日期', '結算日期', 'Date'],
  first_day: ['起始日', '起始日', 'First day'],
  last_day: ['截止日', '截止日', 'Last day'],
  count: ['笔数', '筆數', 'Transactions'],
  why: ['说明', '說明', 'Remarks'],
  done_at: ['完成时间', '完成時間', 'Completed'],
  payout_no: ['打款单号', '撥款單號', 'Payout no.'],
  payments: ['收款', '收款', 'Payments'],
  refunds: ['退款', '退款', 'Refunds'],
  fees: ['手续费', '手續費', 'Fees'],
  others: ['退回与分配', '退回與分配', 'Returned and assigned'],
  carried: ['前期结转', '前期結轉', 'Carried over'],
  unassigned: ['未分配账户', '未分配帳戶', 'No payout account'],
  fund_lines: ['资金明细', '資金明細', 'Fund statement'],
  settlements: ['结算记录', '結算紀錄', 'Settlements'],
})

export const settleStateWords = words({
  success: ['结算成功', '結算成功', 'Success'],
  fail: ['结算失败', '結算失敗', 'Failed'],
  settling: ['结算中', '結算中', 'Settling'],
  unknown: ['未知', '未知', 'Unknown'],
})

export const fundLineKindWords = words({
  paid: ['收款', '收款', 'Payment'],
  refund: ['退款', '退款', 'Refund'],
  settled: ['结算', '結算', 'Settlement'],
  returned: ['结算退回', '結算退回', 'Settlement returned'],
  assigned: ['分配账户', '分配帳戶', 'Account assigned'],
})

export const payoutReasonWords = words({
  accountClosed: ['收款账户已注销', '收款帳戶已註銷', 'The account is closed'],
  nameMismatch: ['户名与账号不符', '戶名與帳號不符', 'Account name and number do not match'],
  notApproved: ['收款账户未通过审核', '收款帳戶未通過審核', 'The payout account is not approved'],
  notEnough: ['付款账户余额不足', '付款帳戶餘額不足', 'The balance of the paying account is too low'],
  noAnswer: [
    '银行尚未确认，系统会继续查询',
    '銀行尚未確認，系統會繼續查詢',
    'The bank has not confirmed yet; we keep checking',
  ],
})
export type PayoutReason = keyof (typeof payoutReasonWords)['en-US']

/** Why a payout failed or waits. */
export const payoutReasonText = (locale: Locale, why: string): string =>
  reasonText(payoutReasonWords, locale, why)
