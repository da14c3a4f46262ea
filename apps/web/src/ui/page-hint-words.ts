import { words } from '@slotwise/contract'

/**
 * The purpose of each page, in one sentence. Only the start page shows them, so they are loaded with it and not with
 * the frame.
 */
export const pageHintWords = words({
  dashboardHint: [
    '一眼了解您管理的门店和设备。',
    '一眼掌握您管理的門店和設備。',
    'Your stores and devices at a glance.',
  ],
  buyOrderHint: [
    '每一笔销售、支付方式、出货结果和退款。',
    '每一筆銷售、付款方式、出貨結果和退款。',
    'Every sale, with its payment method, delivery result and refunds.',
  ],
  payOrderHint: [
    '顾客下单支付的账单及其状态。',
    '顧客下單支付的帳單及其狀態。',
    'Payments that customers were asked for, and their status.',
  ],
  refundBillHint: [
    '自动和手动退款，以及在支付渠道的进度。',
    '自動和手動退款，以及在支付管道的進度。',
    'Automatic and manual refunds, and their progress at the payment provider.',
  ],
  exceptionsHint: [
    '付款、出货、退款或对账不符的订单，以及该怎么处理。',
    '付款、出貨、退款或對帳不符的訂單，以及該怎麼處理。',
    'Sales whose money and goods do not fit, and what to do about each.',
  ],
  bankcardHint: [
    '提交收款银行卡，查看审核进度。',
    '提交收款銀行卡，檢視審核進度。',
    'Submit bank cards for payouts, and follow their review.',
  ],
  payAccountHint: [
    '顾客付款进入平台账户，还是您自己的商户账户。',
    '顧客付款進入平台帳戶，還是您自己的商戶帳戶。',
    'Whether customers pay the platform, or straight into accounts of your own.',
  ],
  fundHint: [
    '各收款账户的余额、下次结算和每一笔明细。',
    '各收款帳戶的餘額、下次結算和每一筆明細。',
    'Balances, next settlements and every transaction of your payout accounts.',
  ],
  settleHint: [
    '每天结算到银行卡的金额、进度和包含的订单。',
    '每天結算到銀行卡的金額、進度和包含的訂單。',
    'Amounts paid out to your bank cards each day, their progress and the sales in them.',
  ],
  siteHint: [
    '每月应付各场地方的分成和租金。',
    '每月應付各場地方的分成和租金。',
    'Shares and rents due to site owners each month.',
  ],
  deviceHint: [
    '查看设备实时状态，管理货道与设置，远程控制设备。',
    '檢視設備即時狀態，管理貨道與設定，遠端控制設備。',
    'Live status, slots, settings and remote control of your devices.',
  ],
  refillListHint: [
    '需要补多少货、带什么货、按什么顺序去哪些门店；可打印、导出，批量补满设备。',
    '需要補多少貨、帶什麼貨、依什麼順序去哪些門店；可列印、匯出，批次補滿設備。',
    'What to load, which stores to visit in which order, and what each slot needs; print, export or fill up many devices.',
  ],
  alertsHint: [
    '离线、库存不足和故障的设备，按潜在损失排序，由谁处理一目了然。',
    '離線、庫存不足和故障的設備，依潛在損失排序，由誰處理一目了然。',
    'Devices that are offline, low on stock or faulty, sorted by sales at risk, and who is handling them.',
  ],
  regionHint: [
    '管理设备所在的区域和门店，包括联系方式与合作信息。',
    '管理設備所在的區域和門店，包括聯絡方式與合作資訊。',
    'Areas and stores of your devices, with contacts and cooperation details.',
  ],
  giftHint: [
    '让顾客免费领取一次商品的券：生成、打印，查看由谁在哪里使用。',
    '讓顧客免費領取一次商品的券：產生、列印，檢視由誰在哪裡使用。',
    'Vouchers that give customers goods once: make and print them, and see who used them where.',
  ],
  referrerHint: [
    '推荐人负责的门店、佣金和发放的兑换券。',
    '推薦人負責的門店、佣金和發放的兌換券。',
    'Stores, commissions and vouchers of your referrers.',
  ],
  goodsHint: [
    '您售卖的商品：名称、价格、标签和图片，供各货道选用。',
    '您販售的商品：名稱、價格、標籤和圖片，供各貨道選用。',
    'The goods you sell: names, prices, tags and pictures, ready for your slots.',
  ],
  couponHint: [
    '折扣券和现金券：顾客扫码领取，在设备上使用。',
    '折扣券和現金券：顧客掃碼領取，在設備上使用。',
    'Discount and cash coupons that customers receive by QR code and use at your devices.',
  ],
  sicHint: [
    '收入、退款和失败率，与上期比较。',
    '收入、退款和失敗率，與上期比較。',
    'Income, refunds and failure rate, compared with the previous period.',
  ],
  sicGoodsHint: [
    '各商品的收入和售出件数。',
    '各商品的收入和售出件數。',
    'Income and pieces sold for each of your goods.',
  ],
  downloadHint: [
    'Excel 或 CSV 报表，可定期自动生成。',
    'Excel 或 CSV 報表，可定期自動產生。',
    'Excel or CSV reports, on demand or automatically.',
  ],
  cardHint: [
    '会员卡的积分、可用设备、充值和消费记录。',
    '會員卡的點數、可用設備、儲值和消費紀錄。',
    'Points, valid devices, top-ups and sales of member cards.',
  ],
  subUserHint: [
    '为员工开通账号，指定角色以及可管理的门店和设备。',
    '為員工開通帳號，指定角色以及可管理的門店和設備。',
    'Accounts for your staff, with a role and the stores and devices they look after.',
  ],
  roleHint: [
    '设定各类员工可以查看和操作的内容。',
    '設定各類員工可以檢視和操作的內容。',
    'Define what each group of staff can see and do.',
  ],
  inboxHint: [
    '设备告警和退款的消息，以及是否在浏览器中提醒。',
    '設備告警和退款的訊息，以及是否在瀏覽器中提醒。',
    'Messages about alerts and refunds, and whether this browser shows them.',
  ],
  notifyHint: [
    '谁在设备异常或退款时收到通知，以及已发送的通知。',
    '誰在設備異常或退款時收到通知，以及已傳送的通知。',
    'Who gets notifications about device problems and refunds, and what was sent.',
  ],
  auditHint: [
    '谁在何时何地做了什么，以及变更前后的内容。',
    '誰在何時何地做了什麼，以及變更前後的內容。',
    'Who did what, when and from where, with the values before and after.',
  ],
})
export type PageHint = keyof (typeof pageHintWords)['en-US']
