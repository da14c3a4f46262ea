import { words } from '@slotwise/contract'

/** Texts of the pages of funds and settlements; names of fields and states are in the contract, because exports use them too. */
export const fundWords = words({
  title: ['资金查询', '資金查詢', 'Fund query'],
  accounts: ['收款账户', '收款帳戶', 'Payout accounts'],
  statement: ['资金明细', '資金明細', 'Fund statement'],
  settlements: ['结算记录', '結算紀錄', 'Settlement records'],
  settlementsOf: ['{name} 的结算记录', '{name} 的結算紀錄', 'Settlement records of {name}'],
  statementOf: ['{name} 的资金明细', '{name} 的資金明細', 'Fund statement of {name}'],

  sums: ['全部账户合计', '全部帳戶合計', 'All accounts in total'],
  sumsFailed: ['合计加载失败', '合計載入失敗', 'The totals could not be loaded'],
  balanceHint: ['未结算 + 结算中', '未結算 + 結算中', 'Not settled + settling'],
  notSettledHint: ['已收款，尚未结算', '已收款，尚未結算', 'Received, not paid out yet'],
  settlingHint: ['已发起，等待银行确认', '已發起，等待銀行確認', 'Sent to the bank, not confirmed yet'],
  settledHint: ['累计已打款', '累計已撥款', 'Paid out so far'],
  next: ['下次结算', '下次結算', 'Next settlement'],
  nextAt: ['预计 {at}', '預計 {at}', 'expected {at}'],
  noPayouts: [
    '平台目前未开通结算打款，资金保留在账户中。请联系平台运营方。',
    '平台目前未開通結算撥款，資金保留在帳戶中。請聯絡平台營運方。',
    'This platform makes no payouts at present; the money stays in your balance. Ask the platform operator.',
  ],
  nothingNext: ['暂无可结算的资金', '暫無可結算的資金', 'Nothing to settle yet'],
  owed: [
    '退款超出余额，将从之后的收款中扣除。',
    '退款超出餘額，將從之後的收款中扣除。',
    'Refunds exceeded the balance. They are deducted from later payments.',
  ],

  searchAccount: ['商户名称、开户名', '商家名稱、開戶名', 'Merchant or account holder'],
  searchAccountHint: [
    '按商户名称或开户名查找',
    '依商家名稱或開戶名搜尋',
    'Search by merchant name or account holder',
  ],
  accountCount: ['共 {count} 个账户', '共 {count} 個帳戶', 'Accounts: {count}'],
  perPage: ['个/页', '個/頁', '/ page'],
  noAccounts: ['还没有收款账户', '還沒有收款帳戶', 'No payout account yet'],
  noAccountsHint: [
    '微信、支付宝等在线收款会结算到您的银行卡。请先新增银行卡，审核通过后即可结算。',
    '微信、支付寶等線上收款會結算到您的銀行卡。請先新增銀行卡，審核通過後即可結算。',
    'Online payments such as WeChat and Alipay are paid out to your bank card. Add one first; settlements start once it is approved.',
  ],
  toBankCards: ['前往银行卡', '前往銀行卡', 'Go to bank cards'],

  noAccountHint: [
    '收款时，设备和门店没有设置收款账户。',
    '收款時，設備和門店沒有設定收款帳戶。',
    'Neither the device nor the store had a payout account at the time of payment.',
  ],
  unassigned: [
    '有 {amount} 未分配收款账户，不会结算。',
    '有 {amount} 未分配收款帳戶，不會結算。',
    '{amount} has no payout account and will not be paid out.',
  ],
  unassignedDebt: [
    '退款使未分配账户的资金欠款 {amount}。',
    '退款使未分配帳戶的資金欠款 {amount}。',
    'Refunds of sales without a payout account left a debt of {amount}.',
  ],
  debtHint: [
    '请分配到一个账户，将从该账户之后的结算中扣除。',
    '請分配到一個帳戶，將從該帳戶之後的結算中扣除。',
    'Assign it to an account; it is deducted from the later settlements of that account.',
  ],
  direct: [
    '另有 {amount} 直接进入自有支付账户，不计入以上金额。',
    '另有 {amount} 直接進入自有支付帳戶，不計入以上金額。',
    'Another {amount} went straight into your own payment accounts and is not included in these figures.',
  ],
  toPayAccounts: ['查看支付账户', '檢視支付帳戶', 'See payment accounts'],
  unassignedHint: [
    '请分配到一个账户，并为门店或设备设置收款账户，之后的收款就会自动归入。',
    '請分配到一個帳戶，並為門店或設備設定收款帳戶，之後的收款就會自動歸入。',
    'Assign it to an account, and set a payout account for your stores or devices so that later payments have one.',
  ],
  unassignedNoCard: [
    '您还没有审核通过的银行卡，请先添加。',
    '您還沒有審核通過的銀行卡，請先新增。',
    'You have no approved bank card yet. Add one first.',
  ],
  toStores: ['设置门店', '設定門店', 'Set up stores'],
  assign: ['分配到账户', '分配到帳戶', 'Assign to account'],
  assignTitle: ['分配到收款账户', '分配到收款帳戶', 'Assign to a payout account'],
  assignText: [
    '{amount} 将归入所选账户，随下次结算打款。分配后无法撤销。',
    '{amount} 將歸入所選帳戶，隨下次結算撥款。分配後無法復原。',
    '{amount} goes to the selected account and is paid out with its next settlement. This cannot be undone.',
  ],
  assignDebtText: [
    '欠款 {amount} 将归入所选账户，从其之后的结算中扣除。分配后无法撤销。',
    '欠款 {amount} 將歸入所選帳戶，從其之後的結算中扣除。分配後無法復原。',
    'The debt of {amount} goes to the selected account and is deducted from its later settlements. This cannot be undone.',
  ],
  assignSum: ['分配 {amount}', '分配 {amount}', 'Assign {amount}'],
  assigned: ['已分配到“{name}”', '已分配到「{name}」', 'Assigned to “{name}”'],
  pickAccount: ['选择收款账户', '選擇收款帳戶', 'Choose a payout account'],

  source: ['来源 / 时间', '來源 / 時間', 'Source / Time'],
  settlementNo: ['结算单 {settle}', '結算單 {settle}', 'Settlement {settle}'],
  assignedLine: ['分配收款账户', '分配收款帳戶', 'Payout account assigned'],
  noLines: ['还没有资金变动', '還沒有資金異動', 'No transactions yet'],
  noLinesHint: [
    '微信、支付宝等在线收款、退款和结算会逐笔记录在这里。现金和硬币不经过平台。',
    '微信、支付寶等線上收款、退款和結算會逐筆記錄在這裡。現金和硬幣不經過平台。',
    'Online payments, refunds and settlements are listed here one by one. Cash and coins do not pass through the platform.',
  ],
  insideOnly: [
    '仅显示结算单 {settle} 包含的明细',
    '僅顯示結算單 {settle} 包含的明細',
    'Only items in settlement {settle}',
  ],
  toSettlement: ['查看结算单', '檢視結算單', 'Show settlement'],

  dateAndNo: ['日期 / 结算单号', '日期 / 結算單號', 'Date / Settlement no.'],
  period: ['结算期间', '結算期間', 'Period'],
  open: ['查看结算单 {settle}', '檢視結算單 {settle}', 'Open settlement {settle}'],
  noSettlements: ['还没有结算', '還沒有結算', 'No settlements yet'],
  noSettlementsHint: [
    '每天早上 6 点，截至前一天的资金会自动结算到审核通过的银行卡。',
    '每天早上 6 點，截至前一天的資金會自動結算到審核通過的銀行卡。',
    'Every morning at 6, the money up to the previous day is paid out to your approved bank cards.',
  ],
  noCardHint: [
    '资金会结算到审核通过的银行卡，目前还没有。',
    '資金會結算到審核通過的銀行卡，目前還沒有。',
    'Money is paid out to approved bank cards, but there is none yet.',
  ],
  toFunds: ['查看资金', '檢視資金', 'Show funds'],

  detail: ['结算单', '結算單', 'Settlement details'],
  noSuchSettlement: ['结算单 {settle} 不存在', '結算單 {settle} 不存在', 'There is no settlement {settle}'],
  facts: ['结算信息', '結算資訊', 'Details'],
  parts: ['金额构成', '金額構成', 'Breakdown'],
  othersHint: [
    '结算失败退回的资金，以及分配到此账户的资金',
    '結算失敗退回的資金，以及分配到此帳戶的資金',
    'Money returned by failed settlements, and money assigned to this account',
  ],
  carriedHint: [
    '结算期间之前的结余或欠款，减去留待以后结算的部分',
    '結算期間之前的結餘或欠款，減去留待以後結算的部分',
    'Balance or debt from before this period, less what is left for later settlements',
  ],
  inside: ['包含的明细', '包含的明細', 'Included items'],
  insideNone: ['没有明细', '沒有明細', 'No items'],
  insideNoneHint: [
    '此结算单不包含收款或退款。',
    '此結算單不包含收款或退款。',
    'This settlement contains no payments or refunds.',
  ],
  inStatement: ['在资金明细中查看与导出', '在資金明細中檢視與匯出', 'View and export in the fund statement'],
  failed: ['结算失败：{why}', '結算失敗：{why}', 'The settlement failed: {why}'],
  failedPlain: ['结算失败', '結算失敗', 'The settlement failed'],
  failedHint: [
    '资金已退回未结算，将随下次结算再次打款。请核对银行卡信息。',
    '資金已退回未結算，將隨下次結算再次撥款。請核對銀行卡資訊。',
    'The money is unsettled again and will be paid out with the next settlement. Check the bank card details.',
  ],
  settlingText: [
    '已发起打款，正在等待到账确认。',
    '已發起撥款，正在等待入帳確認。',
    'The payout was sent to the bank and is waiting for confirmation.',
  ],
  unknownText: [
    '银行未给出明确结果。系统会持续查询，不会重复打款。',
    '銀行未給出明確結果。系統會持續查詢，不會重複撥款。',
    'The bank gave no clear result. We keep checking and never pay twice.',
  ],
})
