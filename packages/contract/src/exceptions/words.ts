import type { SlipOutcome, SlipReason } from '@slotwise/machine-protocol'

import { words } from '../kernel/locale.ts'

export const caseKindWords = words({
  paid_not_delivered: ['已付款未出货', '已付款未出貨', 'Paid, not delivered'],
  delivery_unknown: ['已付款，出货未知', '已付款，出貨未知', 'Paid, delivery unknown'],
  delivered_not_paid: ['已出货未付款', '已出貨未付款', 'Delivered, not paid'],
  refund_stuck: ['退款未完成', '退款未完成', 'Refund stuck'],
  books_differ: ['对账不符', '對帳不符', 'Reconciliation difference'],
  sale_unclear: ['销售上报未入账', '銷售回報未入帳', 'Sale report not booked'],
})

export const caseReasonWords = words({
  failed: ['设备报告出货失败', '設備回報出貨失敗', 'The device reported a failed delivery'],
  unconfirmed: ['设备未报告出货结果', '設備未回報出貨結果', 'The device has not reported'],
  line_lost: ['设备付款后断线', '設備付款後斷線', 'The device lost its connection'],
  no_order: ['没有对应的已付款订单', '沒有對應的已付款訂單', 'There is no paid order for it'],
  twice: ['一次付款，重复出货', '一次付款，重複出貨', 'Delivered twice for one payment'],
  after_refund: ['退款后才出货', '退款後才出貨', 'Delivered after its refund was asked for'],
  unanswered: ['支付渠道未返回结果', '支付管道未回覆結果', 'The provider has not answered'],
  refused: ['支付渠道拒绝退款', '支付管道拒絕退款', 'The provider refused the refund'],
  missing_here: [
    '支付渠道已收款，本系统未入账',
    '支付管道已收款，本系統未入帳',
    'Paid at the provider, not here',
  ],
  missing_there: [
    '本系统已入账，支付渠道账单没有',
    '本系統已入帳，支付管道帳單沒有',
    "Paid here, not in the provider's statement",
  ],
  amount_differs: ['付款金额不一致', '付款金額不一致', 'The amounts paid differ'],
  refund_differs: ['退款金额不一致', '退款金額不一致', 'The amounts refunded differ'],
  unreadable: ['设备消息无法读取', '設備訊息無法讀取', "The device's message cannot be read"],
  wrong_field: ['设备消息内容有误', '設備訊息內容有誤', "A field of the device's message is wrong"],
  used_name: ['销售编号重复使用', '銷售編號重複使用', 'The device used the name of another sale'],
  last_will: [
    '设备把销售设为离线遗言',
    '設備把銷售設為離線遺言',
    'The device left the sale as its last will',
  ],
  no_merchant: ['销售时设备未绑定商户', '銷售時設備未綁定商家', 'The device had no merchant when it sold'],
})

export const caseStateWords = words({
  open: ['待处理', '待處理', 'Open'],
  done: ['已处理', '已處理', 'Done'],
  closed: ['已自动关闭', '已自動關閉', 'Closed automatically'],
})

/** The advice, in one or two sentences. */
export const caseActionWords = words({
  refund: [
    '打开订单，把未出货的金额退给顾客（仅限销售当天）。',
    '開啟訂單，把未出貨的金額退給顧客（僅限銷售當天）。',
    'Open the sale and refund what did not come out. This is possible on the day of the sale.',
  ],
  refund_whole: [
    '支付渠道不能部分退款。给顾客补货或线下退还未出货的金额后标记完成，或打开订单全额退款（仅限销售当天）。',
    '支付管道不能部分退款。給顧客補貨或另行退還未出貨的金額後標記完成，或開啟訂單全額退款（僅限銷售當天）。',
    'The provider cannot give back a part. Give the customer what is missing, or pay for it in another way, and mark the exception as done; or open the sale and refund all of it on the same day.',
  ],
  ask_and_refund: [
    '先向顾客确认是否拿到商品；没有拿到就打开订单退款（仅限销售当天）。',
    '先向顧客確認是否拿到商品；沒有拿到就開啟訂單退款（僅限銷售當天）。',
    'Ask the customer whether the goods came out. If not, open the sale and refund it on the same day.',
  ],
  pay_back: [
    '系统已不能退款。联系顾客线下退还，然后标记完成并写明经过。',
    '系統已不能退款。聯絡顧客另行退還，然後標記完成並寫明經過。',
    'It cannot be refunded here any more. Pay the customer back in another way, then mark the exception as done and note how.',
  ],
  wait_machine: [
    '设备仍在处理，请等待结果。',
    '設備仍在處理，請等待結果。',
    'The device is still working. Wait for its report.',
  ],
  await_report: [
    '设备断线前可能已经出货，恢复联网后会补报，异常随之自动关闭，因此系统没有自动退款。顾客没有拿到商品时，打开订单退款（仅限销售当天，之后另行退还）；确认已出货时，标记完成。',
    '設備斷線前可能已經出貨，恢復連線後會補報，異常隨之自動關閉，因此系統沒有自動退款。顧客沒有拿到商品時，開啟訂單退款（僅限銷售當天，之後另行退還）；確認已出貨時，標記完成。',
    'The goods may have come out, so nothing was refunded automatically. The device reports when it is online again, and the exception then closes automatically. If the customer got nothing, open the sale and refund it on the same day, or pay it back in another way later. If you have made sure that the goods came out, mark the exception as done.',
  ],
  wait_refund: [
    '退款已提交。请等到 {until}，结果会自动更新。',
    '退款已送出。請等到 {until}，結果會自動更新。',
    'The provider is processing the refund. Wait until {until}; the exception closes when it is done.',
  ],
  contact_provider: [
    '联系支付渠道，提供下列单号查询退款结果，再请平台运营人员登记（ops refund resolve）。不要另行退款，以免重复。',
    '聯絡支付管道，提供下列單號查詢退款結果，再請平台營運人員登記（ops refund resolve）。不要另行退款，以免重複。',
    'Ask the provider about the refund by the numbers below, and have the operator of this platform record the answer (ops refund resolve). Do not pay it back in another way: it may arrive twice.',
  ],
  top_up_account: [
    '支付渠道的商户账户余额不足。充值后系统会自动重试，不要另行退款。',
    '支付管道的商家帳戶餘額不足。儲值後系統會自動重試，不要另行退款。',
    'The merchant account at the provider does not have enough money. Top it up; the refund is then tried again automatically. Do not pay it back in another way.',
  ],
  end_at_provider: [
    '款项已扣除但未到达顾客。在支付渠道的商户平台用退款单号处理这笔退款，再请平台运营人员登记（ops refund resolve）。',
    '款項已扣除但未到達顧客。在支付管道的商家平台用退款單號處理這筆退款，再請平台營運人員登記（ops refund resolve）。',
    "The money was taken and did not reach the customer. Handle the refund by its number in the provider's merchant platform. If it stays open here, have the operator of this platform record it (ops refund resolve).",
  ],
  refund_again: [
    '查看拒绝原因，再打开订单重新退款（仅限销售当天）。',
    '檢視拒絕原因，再開啟訂單重新退款（僅限銷售當天）。',
    'Read why it was refused, then open the sale and refund it again, on the day of the sale.',
  ],
  check_machine: [
    '查看订单和设备：设备是否误出货，或使用了其他收款码。确认后标记完成。',
    '檢視訂單和設備：設備是否誤出貨，或使用了其他收款碼。確認後標記完成。',
    'Open the sale and check the device: it may have dispensed by mistake, or show the QR code of another account. Then mark the exception as done.',
  ],
  note_loss: [
    '钱已退给顾客，商品也已出货。无法自动追回，确认后标记完成，计为损失。',
    '錢已退給顧客，商品也已出貨。無法自動追回，確認後標記完成，計為損失。',
    'The customer has both the goods and the money. Nothing can be collected automatically: mark the exception as done and count it as a loss.',
  ],
  ask_for_payment: [
    '联系支付渠道，提供下列单号核实这笔收款；顾客未拿到商品时，请支付渠道原路退回。',
    '聯絡支付管道，提供下列單號核實這筆收款；顧客未拿到商品時，請支付管道原路退回。',
    'Ask the provider about this payment by the numbers below. If the customer got nothing, ask the provider to refund it.',
  ],
  ask_for_statement: [
    '联系支付渠道，提供下列单号核实是否收款。核实前不要退款。',
    '聯絡支付管道，提供下列單號核實是否收款。核實前不要退款。',
    'Ask the provider by the numbers below whether the payment arrived. Do not refund it before that.',
  ],
  ask_for_refund: [
    '联系支付渠道，提供下列单号核实退款金额。核实前不要再次退款。',
    '聯絡支付管道，提供下列單號核實退款金額。核實前不要再次退款。',
    'Ask the provider by the numbers below what was refunded. Do not refund again before that.',
  ],
  book_sale: [
    '查看设备的消息，补全后入账；若确认不是真实销售，写明原因后标记完成。',
    '檢視設備的訊息，補全後入帳；若確認不是真實銷售，寫明原因後標記完成。',
    "Read the device's message, complete it and book the sale. If it was no real sale, mark the exception as done and say why.",
  ],
})

/** What is wrong with a message of a machine, or with a field of it. */
export const slipReasonWords = words<SlipReason>({
  'not utf-8': ['不是 UTF-8 文本', '不是 UTF-8 文字', 'No text in UTF-8'],
  'not json': ['不是 JSON', '不是 JSON', 'No JSON'],
  missing: ['缺少', '缺少', 'Missing'],
  'wrong type': ['类型错误', '類型錯誤', 'Wrong type'],
  'out of range': ['超出范围', '超出範圍', 'Out of range'],
  'unknown value': ['未知的值', '未知的值', 'Unknown value'],
  'wrong value': ['值有误', '值有誤', 'Wrong value'],
  'not its topic': ['与主题不符', '與主題不符', 'Differs from its topic'],
  'last will': ['作为离线遗言发送', '作為離線遺言發送', 'Sent as the last will'],
  'went back': ['变小了', '變小了', 'Went back'],
  'no merchant': ['设备未绑定商户', '設備未綁定商家', 'The device had no merchant'],
  late: ['来得太晚', '來得太晚', 'Came too late'],
  'reused name': ['重复使用的编号', '重複使用的編號', 'A name that was used before'],
  'reported before': ['订单已上报', '訂單已回報', 'The order was reported before'],
  'not asked for': ['指令没有要求', '指令沒有要求', 'The command did not ask for it'],
  'store full': ['待处理的消息过多', '待處理的訊息過多', 'Too many messages wait already'],
})

/** What became of such a message. */
export const slipOutcomeWords = words<SlipOutcome>({
  taken: ['已接收，忽略该字段', '已接收，忽略該欄位', 'Taken without the field'],
  kept: ['已保留，待处理', '已保留，待處理', 'Kept as an exception'],
  refused: ['已拒绝', '已拒絕', 'Refused'],
})

/** What a machine reports of a sale. */
export const saleResultWords = words({
  delivered: ['全部出货', '全部出貨', 'All came out'],
  part: ['部分出货', '部分出貨', 'Some came out'],
  failed: ['未出货', '未出貨', 'Nothing came out'],
  won: ['游戏赢了', '遊戲贏了', 'Game won'],
  lost: ['游戏输了', '遊戲輸了', 'Game lost'],
})

export const caseFieldWords = words({
  cases: ['异常处理', '異常處理', 'Exceptions'],
  kind: ['类型', '類型', 'Type'],
  reason: ['原因', '原因', 'Reason'],
  state: ['状态', '狀態', 'Status'],
  action: ['建议', '建議', 'What to do'],
  orderno: ['订单号', '訂單編號', 'Order no.'],
  client: ['支付方式', '付款方式', 'Payment'],
  merchant_order: ['商户单号', '商家單號', 'Merchant order no.'],
  txn: ['支付渠道流水号', '支付管道流水號', 'Provider transaction no.'],
  refund_no: ['退款单号', '退款單號', 'Refund no.'],
  sn: ['设备', '設備', 'Device'],
  title: ['设备名称', '設備名稱', 'Device name'],
  store: ['门店', '門店', 'Store'],
  amount: ['涉及金额', '涉及金額', 'Amount'],
  our_paid: ['本系统付款', '本系統付款', 'Paid here'],
  their_paid: ['支付渠道付款', '支付管道付款', 'Paid at the provider'],
  our_refunded: ['本系统退款', '本系統退款', 'Refunded here'],
  their_refunded: ['支付渠道退款', '支付管道退款', 'Refunded at the provider'],
  since: ['发生时间', '發生時間', 'Since'],
  lost_at: ['断线时间', '斷線時間', 'Connection lost at'],
  mid: ['消息编号', '訊息編號', 'Message'],
  field: ['字段', '欄位', 'Field'],
  slip: ['字段的问题', '欄位的問題', 'What is wrong'],
  result: ['销售结果', '銷售結果', 'Result'],
  items: ['货道与数量', '貨道與數量', 'Slots and pieces'],
  closed_at: ['关闭时间', '關閉時間', 'Closed at'],
  taker: ['处理人', '處理人', 'Assigned to'],
  done: ['已完成', '已完成', 'Done'],
  done_at: ['完成时间', '完成時間', 'Done at'],
  remarks: ['备注', '備註', 'Remarks'],
  account: ['收款账户', '收款帳戶', 'Account'],
  lines: ['账单笔数', '帳單筆數', 'Items'],
  differing: ['不一致', '不一致', 'Differing'],
})

export const statementSourceWords = words({
  provider: ['自动获取', '自動取得', 'From the provider'],
  file: ['文件导入', '檔案匯入', 'From a file'],
})

export const statementStateWords = words({
  same: ['一致', '一致', 'Agrees'],
  differs: ['有差异', '有差異', 'Differs'],
  missing: ['未取得账单', '未取得帳單', 'No statement yet'],
})
